//! Adam's steps with a decay of the weights (Loshchilov and Hutter, "Decoupled weight decay
//! regularization", 2019).

use super::model::Model;

/// The running means of the slopes and of their squares.
pub(crate) struct Adam<const N: usize> {
    means: Model<N>,
    squares: Model<N>,
    steps: i32,
    decay: f32,
}

impl<const N: usize> Adam<N> {
    pub(crate) fn new(features: usize, decay: f32) -> Self {
        Self { means: Model::zero(features), squares: Model::zero(features), steps: 0, decay }
    }

    /// Changes the model by the slopes of some examples.
    pub(crate) fn step(
        &mut self,
        model: &mut Model<N>,
        slopes: &mut Model<N>,
        examples: usize,
        rate: f32,
    ) {
        const MEAN: f32 = 0.9;
        const SQUARE: f32 = 0.999;
        self.steps += 1;
        let share = 1.0 / examples as f32;
        let (mean_due, square_due) = (1.0 - MEAN.powi(self.steps), 1.0 - SQUARE.powi(self.steps));
        let moments = self.means.parts().into_iter().zip(self.squares.parts());
        let numbers = model.parts().into_iter().zip(slopes.parts());
        for (part, ((numbers, slopes), (means, squares))) in numbers.zip(moments).enumerate() {
            // Biases of outputs do not decay.
            let kept = if part < 2 { 1.0 - rate * self.decay } else { 1.0 };
            let moments = means.iter_mut().zip(squares);
            for ((number, slope), (mean, square)) in numbers.iter_mut().zip(slopes).zip(moments) {
                let slope = *slope * share;
                *mean = MEAN * *mean + (1.0 - MEAN) * slope;
                *square = SQUARE * *square + (1.0 - SQUARE) * slope * slope;
                let step = (*mean / mean_due) / ((*square / square_due).sqrt() + 1e-8);
                *number = *number * kept - rate * step;
            }
        }
        model.clip();
    }
}
