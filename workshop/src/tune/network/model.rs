//! Computes a network in floating point, and the slopes (gradients) of its loss.

use super::example::{Example, sigmoid};
use chuhe_core::nnue::{BUCKETS, NetworkHeader};
use chuhe_host::Random;

/// The numbers that stand for 1.0 in a network file: for feature weights, output weights and output biases.
const FEATURE_ONE: f32 = 128.0;
const OUTPUT_ONE: f32 = 64.0;
const OUTPUT_BIAS_ONE: f32 = FEATURE_ONE * FEATURE_ONE * OUTPUT_ONE;
/// The largest value of a neuron, as in the core.
const CLIP: f32 = 127.0 / FEATURE_ONE;

/// Scale of one part of a model. In a file, the number `one` stands for 1.0. The model's numbers are within ± `most`.
pub(crate) struct Scale {
    one: f32,
    most: f32,
}

/// The scales of a model's inputs, outputs and output biases. Output biases have none, because they are not rounded.
pub(crate) const SCALES: [Option<Scale>; 3] = [
    Some(Scale { one: FEATURE_ONE, most: 127.0 / FEATURE_ONE }),
    Some(Scale { one: OUTPUT_ONE, most: 256.0 / OUTPUT_ONE }),
    None,
];

impl Scale {
    pub(crate) fn clip(&self, number: f32) -> f32 {
        number.clamp(-self.most, self.most)
    }

    pub(crate) fn round(&self, number: f32) -> f32 {
        (number * self.one).round() / self.one
    }
}

/// The parameters of a network, or the slopes of the loss with respect to these parameters.
#[derive(Clone, Debug)]
pub(crate) struct Model<const N: usize> {
    /// The weights of each feature. The last row contains the biases of the neurons.
    pub(crate) inputs: Vec<[f32; N]>,
    /// Two rows for each bucket: the weights of the side to move, then the weights of the other side.
    pub(crate) outputs: Vec<[f32; N]>,
    pub(crate) output_biases: [f32; BUCKETS],
}

impl<const N: usize> Model<N> {
    pub(crate) fn zero(features: usize) -> Self {
        Self {
            inputs: vec![[0.0; N]; features + 1],
            outputs: vec![[0.0; N]; 2 * BUCKETS],
            output_biases: [0.0; BUCKETS],
        }
    }

    pub(crate) fn random(features: usize, seed: u64) -> Self {
        let mut random = Random::sequence(seed, 0);
        // Returns a random number between -1 and 1.
        let mut uniform = || (random.below(1 << 24) as f32 / (1 << 23) as f32) - 1.0;
        let mut model = Self::zero(features);
        model.inputs[..features].as_flattened_mut().fill_with(|| 0.1 * uniform());
        model.inputs[features].fill(0.1);
        model.outputs.as_flattened_mut().fill_with(|| 0.3 * uniform());
        model
    }

    /// Reads a network file whose header was checked. Scales the outputs so that they fit targets of `steepness`.
    pub(crate) fn of_file(header: &NetworkHeader, bytes: &[u8], steepness: f32) -> Self {
        let mut model = Self::zero(header.features);
        let numbers = &bytes[header.write(&[]).len()..];
        let (biases, numbers) = numbers.split_at(2 * N);
        let (weights, numbers) = numbers.split_at(header.features * N);
        let (outputs, output_biases) = numbers.split_at(2 * BUCKETS * 2 * N);
        let inputs = model.inputs.as_flattened_mut().iter_mut();
        let weights = weights.iter().map(|&weight| f32::from(weight as i8));
        let numbers = weights.chain(shorts(biases)).map(|number| number / FEATURE_ONE);
        inputs.zip(numbers).for_each(|(input, number)| *input = number);
        // The outputs of the file are log-odds for the steepness 1 / `scale`.
        let factor = steepness * f32::from(header.scale);
        let [_, weights, biases] = model.parts_mut();
        let numbers = shorts(outputs).map(|number| factor * number / OUTPUT_ONE);
        weights.iter_mut().zip(numbers).for_each(|(weight, number)| *weight = number);
        let numbers = output_biases.as_chunks().0.iter().map(|one| i32::from_le_bytes(*one) as f32);
        let numbers = numbers.map(|number| factor * number / OUTPUT_BIAS_ONE);
        biases.iter_mut().zip(numbers).for_each(|(bias, number)| *bias = number);
        model
    }

    pub(crate) fn parts(&self) -> [&[f32]; 3] {
        [self.inputs.as_flattened(), self.outputs.as_flattened(), &self.output_biases]
    }

    pub(crate) fn parts_mut(&mut self) -> [&mut [f32]; 3] {
        [self.inputs.as_flattened_mut(), self.outputs.as_flattened_mut(), &mut self.output_biases]
    }

    pub(crate) fn clear(&mut self) {
        self.parts_mut().into_iter().for_each(|numbers| numbers.fill(0.0));
    }

    /// Returns the model with its weights rounded as in a file.
    pub(crate) fn rounded(&self) -> Self {
        let mut rounded = self.clone();
        for (numbers, scale) in rounded.parts_mut().into_iter().zip(&SCALES) {
            if let Some(scale) = scale {
                numbers.iter_mut().for_each(|number| *number = scale.round(*number));
            }
        }
        rounded
    }

    fn sums(&self, features: &[u16]) -> [f32; N] {
        let mut sums = self.inputs[self.inputs.len() - 1];
        for &feature in features {
            let weights = &self.inputs[usize::from(feature)];
            sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += weight);
        }
        sums
    }

    /// Returns the output for an example: the log-odds of the side to move.
    pub(crate) fn output(&self, example: &Example) -> f32 {
        let sums = example.features().map(|features| self.sums(features));
        self.output_of(&sums, example.bucket)
    }

    fn output_of(&self, sums: &[[f32; N]; 2], bucket: u8) -> f32 {
        let bucket = usize::from(bucket);
        let mut products = [0.0; N];
        for (sums, weights) in sums.iter().zip(&self.outputs[2 * bucket..]) {
            for (product, (sum, weight)) in products.iter_mut().zip(sums.iter().zip(weights)) {
                let neuron = sum.clamp(0.0, CLIP);
                *product += neuron * neuron * weight;
            }
        }
        products.iter().sum::<f32>() + self.output_biases[bucket]
    }

    /// Adds an example's slopes to `slopes`, and returns its loss. `results` is the share of the game's result in the
    /// target.
    pub(crate) fn add_slopes(&self, example: &Example, results: f32, slopes: &mut Self) -> f32 {
        let target = example.target(results);
        let sums = example.features().map(|features| self.sums(features));
        let output = self.output_of(&sums, example.bucket);
        let error = sigmoid(output) - target;
        let bucket = usize::from(example.bucket);
        slopes.output_biases[bucket] += error;
        for (side, features) in example.features().into_iter().enumerate() {
            let mut through = [0.0; N];
            let weights = &self.outputs[2 * bucket + side];
            let output_slopes = &mut slopes.outputs[2 * bucket + side];
            for neuron in 0..N {
                let sum = sums[side][neuron];
                let value = sum.clamp(0.0, CLIP);
                output_slopes[neuron] += error * value * value;
                let is_free = sum > 0.0 && sum < CLIP;
                through[neuron] = if is_free { 2.0 * value * error * weights[neuron] } else { 0.0 };
            }
            let bias = (self.inputs.len() - 1) as u16;
            for &feature in features.iter().chain([&bias]) {
                let slopes = &mut slopes.inputs[usize::from(feature)];
                slopes.iter_mut().zip(&through).for_each(|(slope, more)| *slope += more);
            }
        }
        entropy(target, output)
    }

    /// Returns the numbers of the model as the bytes that follow the header of a file.
    pub(crate) fn numbers(&self) -> Vec<u8> {
        let feature = |number: f32| (number * FEATURE_ONE).round() as i16;
        let output = |number: f32| (number * OUTPUT_ONE).round() as i16;
        let bias = |number: f32| (f64::from(number) * f64::from(OUTPUT_BIAS_ONE)).round() as i32;
        let (biases, weights) = self.inputs.split_last().unwrap_or((&[0.0; N], &[]));
        let mut bytes = Vec::new();
        bytes.extend(biases.iter().flat_map(|&number| feature(number).to_le_bytes()));
        bytes.extend(weights.as_flattened().iter().map(|&number| feature(number) as i8 as u8));
        bytes.extend(self.outputs.as_flattened().iter().flat_map(|&one| output(one).to_le_bytes()));
        bytes.extend(self.output_biases.iter().flat_map(|&one| bias(one).to_le_bytes()));
        bytes
    }
}

fn shorts(bytes: &[u8]) -> impl Iterator<Item = f32> {
    bytes.as_chunks().0.iter().map(|bytes| i16::from_le_bytes(*bytes).into())
}

/// Returns the cross entropy between a probability and a prediction in log-odds.
pub(crate) fn entropy(happens: f32, odds: f32) -> f32 {
    // The first two terms are the logarithm of 1 + exp(odds), without overflow.
    odds.max(0.0) + (-odds.abs()).exp().ln_1p() - happens * odds
}
