import { createRandom, type Random } from '../../../puzzles/raster/random.ts'
import {
  convolution,
  dense,
  pool,
  relu,
  type Layer,
  type Parameters,
  type Shape,
} from './layers.ts'

/** Input and target of the training. */
export interface Example {
  input: Float32Array
  target: Float32Array
}

/** Options of the training. */
export interface Training {
  /** Size of the input; without filters only its length matters. */
  input: Shape
  /** Filters of each convolution, which are followed by ReLU and pooling. */
  filters: readonly number[]
  hidden: number
  epochs: number
  /** `one of`: the target is a probability per class. `values`: the target is a list of numbers. */
  kind: 'one of' | 'values'
}

/** Trained network. */
export type Network = (input: Float32Array) => Float32Array

const BATCH = 32
const RATE = 0.001
const [FIRST_DECAY, SECOND_DECAY] = [0.9, 0.999]

/** One step of Adam. */
function step({ weights, slopes, first, second }: Parameters, time: number): void {
  const rate = (RATE * Math.sqrt(1 - SECOND_DECAY ** time)) / (1 - FIRST_DECAY ** time)
  for (let i = 0; i < weights.length; i++) {
    const slope = slopes[i]! / BATCH
    first[i] = first[i]! * FIRST_DECAY + slope * (1 - FIRST_DECAY)
    second[i] = second[i]! * SECOND_DECAY + slope * slope * (1 - SECOND_DECAY)
    weights[i]! -= (rate * first[i]!) / (Math.sqrt(second[i]!) + 1e-8)
    slopes[i] = 0
  }
}

/** Returns probabilities of scores. */
export function softmax(values: Float32Array): Float32Array {
  const top = Math.max(...values)
  const powers = values.map((n) => Math.exp(n - top))
  const sum = powers.reduce((total, n) => total + n, 0)
  return powers.map((n) => n / sum)
}

function build(random: Random, { input, filters, hidden }: Training, outputs: number): Layer[] {
  const layers: Layer[] = []
  let shape = input
  const add = (layer: Layer): void => {
    layers.push(layer)
    shape = layer.output
  }
  for (const count of filters) {
    add(convolution(random, { input: shape, filters: count }))
    add(relu(shape))
    add(pool(shape))
  }
  add(dense(random, { input: shape, outputs: hidden }))
  add(relu(shape))
  add(dense(random, { input: shape, outputs }))
  return layers
}

/** Trains a small convolutional network with Adam. */
export function train(examples: readonly Example[], training: Training): Network {
  const random = createRandom()
  const layers = build(random, training, examples[0]?.target.length ?? 1)
  const forward: Network = (input) => layers.reduce((values, layer) => layer.forward(values), input)
  const order = examples.map((_, i) => i)
  let time = 0
  for (let epoch = 0; epoch < training.epochs; epoch++) {
    for (let i = order.length - 1; i > 0; i--) {
      const j = Math.floor(random() * (i + 1))
      ;[order[i], order[j]] = [order[j] ?? 0, order[i] ?? 0]
    }
    for (const [seen, n] of order.entries()) {
      const example = examples[n]
      if (!example) continue
      const outer = forward(example.input)
      const guess = training.kind === 'one of' ? softmax(outer) : outer
      layers.reduceRight<Float32Array>(
        (errors, layer) => layer.backward(errors),
        guess.map((value, i) => value - (example.target[i] ?? 0)),
      )
      if (seen % BATCH !== BATCH - 1) continue
      time += 1
      for (const { parameters } of layers) for (const one of parameters) step(one, time)
    }
  }
  return forward
}
