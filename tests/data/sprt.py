#!/usr/bin/env python3
"""Writes `sprt.csv`: `python3 tests/data/sprt.py >tests/data/sprt.csv`, with mpmath 1.3.

The log-likelihood ratio of a test is max log L(elo1) - max log L(elo0), as fishtest's `LLRcalc.py` and
fastchess's `sprt.cpp` define it. A score that never occurred counts as 0.001 there. Those two solve a dual
equation. This program solves the conditions of Lagrange for the shares themselves, to 20 digits.
"""

from mpmath import findroot, log, mp, mpf, sqrt

mp.dps = 20


def most_likely(counts, values, elo, model):
    """Returns the logarithms of the shares whose mean, or mean in deviations, is that of `elo`."""
    total, games, slots = sum(counts), (len(counts) - 1) / 2, len(counts)
    if model == "logistic":
        aim = 1 / (1 + mpf(10) ** (-mpf(elo) / 400))
    else:
        aim = mpf(elo) * log(10) / 800 * sqrt(mpf(games))

    def mean_and_deviation(shares):
        mean = sum(p * a for p, a in zip(shares, values))
        return mean, sqrt(sum(p * (a - mean) ** 2 for p, a in zip(shares, values)))

    def conditions(*unknown):
        shares, weight, sum_weight = unknown[:slots], unknown[slots], unknown[slots + 1]
        mean, deviation = mean_and_deviation(shares)
        if model == "logistic":
            miss, slopes = mean - aim, values
        else:
            miss = mean - mpf(1) / 2 - aim * deviation
            slopes = [a - aim * (a * a - 2 * mean * a) / (2 * deviation) for a in values]
        stationary = [
            n / total - p * (sum_weight + weight * slope)
            for n, p, slope in zip(counts, shares, slopes)
        ]
        return [*stationary, sum(shares) - 1, miss]

    def solve(part, start):
        nonlocal aim
        whole, aim = aim, part
        try:
            return list(findroot(conditions, start, tol=1e-12, maxsteps=60))
        finally:
            aim = whole

    # From the aim that the results have themselves to the one asked for, in steps that Newton can take.
    shares = [n / total for n in counts]
    mean, deviation = mean_and_deviation(shares)
    first = mean if model == "logistic" else (mean - mpf(1) / 2) / deviation
    for steps in (4, 16, 64, 256):
        found = [*shares, mpf(0), mpf(1)]
        try:
            for step in range(1, steps + 1):
                found = solve(first + (aim - first) * step / steps, found)
        except (ValueError, ZeroDivisionError):
            continue
        if all(isinstance(p, mpf) and p > 0 for p in found[:slots]):
            return [log(p) for p in found[:slots]]
    raise ArithmeticError(f"no solution for {counts}")


def ratio(results, elo0, elo1, model):
    counts = [max(mpf(n), mpf("0.001")) for n in results]
    values = [mpf(i) / (len(counts) - 1) for i in range(len(counts))]
    null, other = (most_likely(counts, values, elo, model) for elo in (elo0, elo1))
    return sum(n * (b - a) for n, a, b in zip(counts, null, other))


ROWS = """
0 0 16 0 0:-5 0|0 0 30 1 0:-5 0|0 0 0 16 0:0 5|0 0 2 10 4:0 5|5 20 40 60 75:0 5|10 200 500 260 30:0 10
2 100 900 140 3:0 3|31 402 1010 397 28:0 5|0 0 16 0 0:0 5|0 0 400 0 0:-5 0|0 0 0 0 12:0 10|9 0 0 0 0:0 10
1 0 0 0 1:0 5|0 1 0 0 0:-3 1|1 1 1 1 1:-10 10|0 0 0 3 0:0 60|12 700 1600 690 14:-3 1
40 40 20:0 5|300 900 420:0 10|0 16 0:-5 0|0 0 20:0 5|3 0 4:0 20
"""

print("results,elo0,elo1,logistic,normalized")
for row in ROWS.replace("\n", "|").strip("|").split("|"):
    results, bounds = row.split(":")
    results, (elo0, elo1) = [int(n) for n in results.split()], bounds.split()
    ratios = (ratio(results, elo0, elo1, model) for model in ("logistic", "normalized"))
    print(" ".join(map(str, results)), elo0, elo1, *(f"{float(r) + 0.0:.8f}" for r in ratios), sep=",")
