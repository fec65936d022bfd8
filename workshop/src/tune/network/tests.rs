use super::example::{Example, Mirror};
use super::training::{Training, TrainingSettings};
use super::*;
use crate::tune::record::{Sample, Search};
use chuhe_core::nnue::{Accumulator, Evaluator, Network};
use chuhe_core::{Position, Square};
use chuhe_host::Random;
use clap::Parser;
use std::cell::RefCell;
use std::io;

const NEURONS: usize = 16;

fn samples(count: usize) -> Vec<Sample> {
    let mut random = Random::sequence(3, 4);
    let mut all = Vec::new();
    while all.len() < count {
        let mut position = Rules::Xiangqi.start();
        for _ in 0..60 {
            let Some((_, next)) = random.moves(position, 1) else { break };
            let score = random.below(1200) as i16 - 600;
            let points = random.below(3) as u8;
            let search = [Search::Quick, Search::Full, Search::Branch, Search::Full][all.len() % 4];
            all.push(Sample { position: next.clone(), score, points, search });
            position = next;
        }
    }
    all.truncate(count);
    all
}

fn examples(count: usize) -> Vec<Example> {
    let mirror = Mirror::new(Rules::Xiangqi);
    samples(count).iter().map(|sample| Example::new(sample, &mirror, 0.003).unwrap()).collect()
}

/// Returns a model with numbers as large as those of a trained model.
fn model(seed: u64) -> Model<NEURONS> {
    let mut exact = Model::random(features(Rules::Xiangqi).unwrap(), seed);
    exact.output_biases.iter_mut().zip(1..).for_each(|(bias, n)| *bias = 0.01 * n as f32);
    exact.rounded()
}

fn file(model: &Model<NEURONS>, scale: u16) -> (NetworkHeader, Vec<u8>) {
    let features = features(Rules::Xiangqi).unwrap();
    let header = NetworkHeader { rules: Rules::Xiangqi, neurons: NEURONS, features, scale };
    let numbers = model.numbers();
    (header, [header.write(&numbers).as_slice(), &numbers].concat())
}

#[test]
fn the_core_computes_what_the_trainer_computes() {
    let (model, scale) = (model(5), 300);
    let (header, file) = file(&model, scale);
    let network = Network::<NEURONS>::read(&file, header.features).unwrap();
    let accumulators = [const { RefCell::new(Accumulator::EMPTY) }];
    let evaluator = Evaluator::new(network, &accumulators);
    let mirror = Mirror::new(Rules::Xiangqi);
    for sample in samples(300) {
        let example = Example::new(&sample, &mirror, 0.003).unwrap();
        let trained = model.output(&example) * f32::from(scale);
        let computed = f32::from(evaluator.evaluate(&sample.position).unwrap().get());
        assert!((trained - computed).abs() < 1.01, "{trained} {computed}");
    }
}

/// A mirrored example has the features of the mirrored board.
#[test]
fn boards_are_mirrored_while_both_generals_stand_in_the_middle() {
    let mirror = Mirror::new(Rules::Xiangqi);
    let mut seen = [0; 2];
    for sample in samples(400) {
        let flipped = Square::all().filter_map(|square| {
            let mirrored = Square::new(8 - square.file(), square.rank()).unwrap();
            Some((mirrored, sample.position.piece_at(square)?))
        });
        let position = Rules::Xiangqi.set_up(flipped, sample.position.side()).unwrap();
        let flipped = Sample { position, ..sample.clone() };
        let [mut example, flipped] =
            [&sample, &flipped].map(|one| Example::new(one, &mirror, 0.003).unwrap());
        if example.has_mirror {
            example.mirror(&mirror);
        }
        seen[usize::from(example.has_mirror)] += 1;
        let sorted = |example: &Example| {
            example.features().map(|features| {
                let mut features = features.to_vec();
                features.sort_unstable();
                features
            })
        };
        assert_eq!(sorted(&example), sorted(&flipped), "{sample:?}");
    }
    assert!(seen.iter().all(|&count| count > 20), "{seen:?}");
}

/// Compares slopes with the measured change of the loss when a parameter changes a little.
#[test]
fn the_slopes_are_those_of_the_loss() {
    let model = model(6);
    let mut checked = 0;
    for example in examples(20) {
        let mut slopes = Model::zero(model.inputs.len() - 1);
        model.add_slopes(&example, 0.3, &mut slopes);
        let bucket = usize::from(example.bucket);
        let bias = model.inputs.len() - 1;
        let some =
            [usize::from(example.features()[0][0]), usize::from(example.features()[1][2]), bias];
        let change = 0.002;
        let mut compare = |slope: f32, place: &dyn Fn(&mut Model<NEURONS>) -> &mut f32| {
            let losses = [-change, change].map(|by| {
                let mut other = model.clone();
                *place(&mut other) += by;
                other.add_slopes(&example, 0.3, &mut Model::zero(bias))
            });
            let measured = (losses[1] - losses[0]) / (2.0 * change);
            assert!((measured - slope).abs() < 2e-3 + 0.05 * slope.abs(), "{measured} {slope}");
            checked += 1;
        };
        for neuron in 0..NEURONS {
            for input in some {
                compare(slopes.inputs[input][neuron], &|model| &mut model.inputs[input][neuron]);
            }
            for side in [0, 1] {
                let row = 2 * bucket + side;
                compare(slopes.outputs[row][neuron], &|model| &mut model.outputs[row][neuron]);
            }
        }
        compare(slopes.output_biases[bucket], &|model| &mut model.output_biases[bucket]);
    }
    assert!(checked > 1000);
}

#[derive(clap::Parser)]
struct Arguments {
    #[command(flatten)]
    settings: TrainingSettings,
}

fn settings(line: &str) -> TrainingSettings {
    Arguments::parse_from(line.split(' ')).settings
}

fn first(settings: TrainingSettings) -> Adam<NEURONS> {
    Adam::new(Model::random(features(Rules::Xiangqi).unwrap(), settings.seed))
}

/// A file that is read with twice its steepness gives a model with twice the outputs.
#[test]
fn a_network_is_read_as_it_was_written() {
    let model = model(9);
    let (header, file) = file(&model, 400);
    assert_eq!(Model::<NEURONS>::of_file(&header, &file, 1.0 / 400.0).numbers(), model.numbers());
    let steep = Model::<NEURONS>::of_file(&header, &file, 2.0 / 400.0);
    for example in examples(100) {
        let [once, twice] = [&model, &steep].map(|model| model.output(&example));
        assert!((2.0 * once - twice).abs() < 1e-3, "{once} {twice}");
    }
    // The share is finite even if some targets are certain. Without examples, `told` returns no number.
    assert!(HeldOut::new(examples(60), 1.0).share(&model).is_finite());
    assert_eq!(HeldOut::new(Vec::new(), 1.0).told(&model), "no position");
}

/// The targets come from another network, so a network of the same form can learn them.
#[test]
fn a_network_learns_the_same_with_any_number_of_threads() {
    let teacher = model(7);
    let mut examples = examples(3000);
    for example in &mut examples {
        example.searched = example::sigmoid(3.0 * teacher.output(example));
        example.result = example.searched;
    }
    let (held_out, examples) = examples.split_at(300);
    let held_out = HeldOut::new(held_out.to_vec(), 0.1);
    let mirror = Mirror::new(Rules::Xiangqi);
    let settings = settings("train --epochs 8 --batch 64 --rate 0.002 --seed 8");
    let train = |threads| {
        let read = |_| Ok(Cow::Borrowed(examples));
        let count = examples.len();
        let training = Training { settings, count, chunks: 1, read: &read, mirror: &mirror };
        let (mut losses, mut numbers) = (Vec::new(), Vec::new());
        let first = first(settings);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let run = pool.install(|| {
            training.run(0, first, |_, model, _| {
                losses.push(held_out.share(model));
                numbers = model.numbers();
                Ok(())
            })
        });
        run.map(|()| (numbers, losses)).unwrap()
    };
    let (numbers, losses) = train(1);
    assert_eq!(losses.len(), 8);
    let untrained = held_out.share(&first(settings).exact.rounded());
    assert!(losses[7] < 0.2 * untrained, "{untrained} {losses:?}");
    for threads in [2, 3, 9] {
        assert!(train(threads) == (numbers.clone(), losses.clone()), "{threads} threads");
    }
}

#[test]
fn a_training_goes_on_after_a_kill() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| StateFile::new(folder.path().join("state"), name.to_owned()).unwrap();
    let (examples, mirror) = (examples(500), Mirror::new(Rules::Xiangqi));
    let settings = settings("train --epochs 4 --batch 64 --last-results 0.4");
    let (count, chunks) = (examples.len(), 2);
    let chunk = |chunk: u32| Cow::Borrowed(&examples[250 * chunk as usize..][..250]);
    let read = |number| Ok(chunk(number));
    let training = Training { settings, count, chunks, read: &read, mirror: &mirror };
    let train = |last: u32| {
        let mut adam = first(settings);
        let mut epoch = file("a").read(&mut adam).unwrap();
        let (mut numbers, mut losses) = (Vec::new(), Vec::new());
        let _ = training.run(epoch, adam, |loss, model, adam| {
            epoch += 1;
            losses.push(loss);
            numbers = model.numbers();
            file("a").write(epoch, adam)?;
            if epoch == last { Err(io::Error::other("a kill")) } else { Ok(()) }
        });
        (numbers, losses)
    };
    let whole = train(4);
    file("a").delete().unwrap();
    let (_, first_losses) = train(1);
    let (_, more) = train(3);
    let mut adam = first(settings);
    let fault = file("b").read(&mut adam).unwrap_err();
    assert!(fault.ends_with("the state of another training; delete it to begin again"), "{fault}");
    let (numbers, last) = train(4);
    assert_eq!((numbers, [first_losses, more, last].concat()), whole);
    // The largest number of epochs that is allowed gives the largest pass numbers. They must not overflow.
    let settings = self::settings("train --epochs 4294967295");
    let mut epochs = 0;
    let run = Training { settings, ..training }.run(u32::MAX - 1, first(settings), |_, _, _| {
        epochs += 1;
        Ok(())
    });
    assert!(run.is_ok() && epochs == 1, "{epochs}");
}

#[test]
fn positions_that_do_not_fit_into_memory_are_read_in_chunks_of_all_files() {
    let folder = tempfile::tempdir().unwrap();
    let files = ["1", "2"].map(|name| folder.path().join(name));
    for (seed, file) in files.iter().enumerate() {
        let line = format!("games {} --games 9 --nodes 100 --seed {seed}", file.display());
        crate::tune::run_line(&line).unwrap();
    }
    let mirror = Mirror::new(Rules::Xiangqi);
    let in_chunks = |most| {
        let positions = Positions::new(&files, Rules::Xiangqi, &mirror, 0.003, most).unwrap();
        let all = (0..positions.chunks).map(|number| positions.chunk(number).unwrap());
        let told = all.map(|chunk| chunk.iter().map(|it| format!("{it:?}")).collect());
        (positions.held_out().unwrap().len(), told.collect::<Vec<Vec<_>>>())
    };
    let ((held_out, whole), (_, chunks)) = (in_chunks(u32::MAX), in_chunks(100));
    let [whole] = &whole[..] else { panic!("several chunks") };
    assert_eq!(held_out, (held_out + whole.len()) / 10);
    assert_eq!(chunks.len(), whole.len().div_ceil(100));
    assert!(chunks[0].contains(&whole[0]));
    assert!(chunks[chunks.len() - 1].contains(&whole[whole.len() - 1]));
    let [mut whole, mut chunks] = [whole.clone(), chunks.concat()];
    whole.sort_unstable();
    chunks.sort_unstable();
    assert_eq!(chunks, whole);
}

#[test]
fn a_command_trains_a_network_on_games() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let run = crate::tune::run_line;
    let (games, network) = (path("games"), path("net.bin"));
    run(&format!("games {games} --games 20 --nodes 100 --every 3 --quick-nodes 30")).unwrap();
    run(&format!("network {network} {games} --neurons 16 --epochs 2 --in-memory 99")).unwrap();
    let file = fs::read(&network).unwrap();
    let header = NetworkHeader::read(&file).unwrap();
    assert_eq!((header.rules, header.neurons), (Rules::Xiangqi, 16));
    assert!(!fs::exists(path("net.bin.state")).unwrap(), "the training is over");
    // A training that begins with a network and makes tiny steps does not change the rounded weights. Output biases
    // are not rounded, so they are not compared.
    let next = path("next.state");
    run(&format!("network {next} {games} --neurons 16 --epochs 1 --rate 1e-9 --first {network}"))
        .unwrap();
    let weights = |file: &[u8]| file[24..file.len() - 32].to_vec();
    assert!(weights(&fs::read(&next).unwrap()) == weights(&file));
    // Games played with the network differ from games without it. The header of a file of such games identifies it.
    let (hand, net) = (path("hand"), path("net"));
    let few = "--games 2 --nodes 100";
    run(&format!("games {hand} {few}")).unwrap();
    run(&format!("games {net} {few} --eval-file {network}")).unwrap();
    let moves = |file: &str| {
        fs::read(file).unwrap().splitn(2, |&byte| byte == b'\n').nth(1).map(<[u8]>::to_vec)
    };
    assert!(moves(&net) != moves(&hand));
    assert!(fs::read(&net).unwrap().windows(9).any(|text| text == b" network="));
    let refused = |line: &str| run(line).unwrap_err();
    assert!(refused(&format!("games {net} {few}")).contains("otherwise"));
    let other = format!("games {net} {few} --variant zhonggong --eval-file {network}");
    assert!(refused(&other).contains("the network is for xiangqi"));
    assert!(refused(&format!("games {net} {few} --eval-file {games}")).contains("not a network"));
    assert!(refused(&format!("network {network} {games} --neurons 17")).contains("17 neurons"));
    for wrong in ["--rate=nan", "--rate=-1", "--rate=inf", "--results=7", "--last-results=-0.1"] {
        let fault = Arguments::try_parse_from(["train", wrong]).err().unwrap().to_string();
        assert!(fault.contains("a number from 0 to 1 is expected"), "{fault}");
    }
    for wrong in ["book --margin=-1", "book --positions=0", "problems --count=0"] {
        assert!(refused(&format!("{wrong} {next}")).contains(" is not in "), "{wrong}");
    }
    assert!(refused(&format!("games --random=101 {next}")).contains("101 is not in 0..=100"));
    assert!(Arguments::try_parse_from(["train", "--epochs", "0"]).is_err());
    assert!(refused(&format!("book {games}/b --positions 1 --nodes 9")).starts_with(&games));
    let first = refused(&format!("network {next} {games} --neurons 32 --first {network}"));
    let count = header.features;
    let shapes = format!("16 neurons and {count} features for xiangqi, not 32 and {count} for ");
    assert!(first.contains(&shapes), "{first}");
    assert!(refused(&format!("network {network} {games} --variant zhonggong")).contains("rules"));
    let other_run = fs::File::create(path("net.bin.state.lock")).unwrap();
    other_run.lock().unwrap();
    let second = refused(&format!("network {network} {games} --neurons 16"));
    assert!(second.ends_with("another run writes there"), "{second}");
    assert_eq!(fs::read(&network).unwrap(), file, "what is refused writes nothing");
}
