import { createRandom, type Random } from '../../raster/random.ts'

/** Input and target of the training. */
export interface Example {
  input: Float32Array
  target: Float32Array
}

/** Options of the training. */
export interface Training {
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

/** Dense layer with its gradients and the moments of Adam. */
interface Layer {
  inputs: number
  outputs: number
  weights: Float32Array
  slopes: Float32Array
  first: Float32Array
  second: Float32Array
}

function createLayer(random: Random, inputs: number, outputs: number): Layer {
  const length = (inputs + 1) * outputs
  const scale = Math.sqrt(6 / inputs)
  return {
    inputs,
    outputs,
    weights: Float32Array.from({ length }, () => (random() * 2 - 1) * scale),
    slopes: new Float32Array(length),
    first: new Float32Array(length),
    second: new Float32Array(length),
  }
}

function forward({ inputs, outputs, weights }: Layer, input: Float32Array): Float32Array {
  const result = new Float32Array(outputs)
  for (let o = 0; o < outputs; o++) {
    const start = o * (inputs + 1)
    let sum = weights[start + inputs] ?? 0
    for (let i = 0; i < inputs; i++) sum += (weights[start + i] ?? 0) * (input[i] ?? 0)
    result[o] = sum
  }
  return result
}

/** Adds to the gradients and returns the gradient of the input. */
function backward(layer: Layer, input: Float32Array, errors: Float32Array): Float32Array {
  const { inputs, outputs, weights, slopes } = layer
  const before = new Float32Array(inputs)
  for (let o = 0; o < outputs; o++) {
    const error = errors[o] ?? 0
    if (error === 0) continue
    const start = o * (inputs + 1)
    for (let i = 0; i < inputs; i++) {
      slopes[start + i] = (slopes[start + i] ?? 0) + error * (input[i] ?? 0)
      before[i] = (before[i] ?? 0) + error * (weights[start + i] ?? 0)
    }
    slopes[start + inputs] = (slopes[start + inputs] ?? 0) + error
  }
  return before
}

/** One step of Adam. */
function step({ weights, slopes, first, second }: Layer, time: number): void {
  const rate = (RATE * Math.sqrt(1 - SECOND_DECAY ** time)) / (1 - FIRST_DECAY ** time)
  for (let i = 0; i < weights.length; i++) {
    const slope = (slopes[i] ?? 0) / BATCH
    const m = (first[i] ?? 0) * FIRST_DECAY + slope * (1 - FIRST_DECAY)
    const v = (second[i] ?? 0) * SECOND_DECAY + slope * slope * (1 - SECOND_DECAY)
    first[i] = m
    second[i] = v
    weights[i] = (weights[i] ?? 0) - (rate * m) / (Math.sqrt(v) + 1e-8)
    slopes[i] = 0
  }
}

function softmax(values: Float32Array): Float32Array {
  const top = Math.max(...values)
  const powers = values.map((n) => Math.exp(n - top))
  const sum = powers.reduce((total, n) => total + n, 0)
  return powers.map((n) => n / sum)
}

/** Trains a network with one hidden layer (ReLU, Adam). */
export function train(examples: readonly Example[], { hidden, epochs, kind }: Training): Network {
  const random = createRandom()
  const [{ input, target } = { input: new Float32Array(1), target: new Float32Array(1) }] = examples
  const lower = createLayer(random, input.length, hidden)
  const upper = createLayer(random, hidden, target.length)
  const order = examples.map((_, i) => i)
  let time = 0
  for (let epoch = 0; epoch < epochs; epoch++) {
    for (let i = order.length - 1; i > 0; i--) {
      const j = Math.floor(random() * (i + 1))
      ;[order[i], order[j]] = [order[j] ?? 0, order[i] ?? 0]
    }
    order.forEach((n, seen) => {
      const example = examples[n]
      if (!example) return
      const inner = forward(lower, example.input).map((v) => Math.max(0, v))
      const outer = forward(upper, inner)
      const guess = kind === 'one of' ? softmax(outer) : outer
      const errors = backward(
        upper,
        inner,
        guess.map((v, i) => v - (example.target[i] ?? 0)),
      )
      backward(
        lower,
        example.input,
        errors.map((v, i) => ((inner[i] ?? 0) > 0 ? v : 0)),
      )
      if (seen % BATCH !== BATCH - 1) return
      time += 1
      step(lower, time)
      step(upper, time)
    })
  }
  return (seen) =>
    forward(
      upper,
      forward(lower, seen).map((v) => Math.max(0, v)),
    )
}
