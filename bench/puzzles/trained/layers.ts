import type { Random } from '../../../puzzles/raster/random.ts'

/** Size of what a layer takes: rows, columns and channels, which lie next to each other. */
export interface Shape {
  height: number
  width: number
  channels: number
}

/** Layer of a network; it keeps its last input for backpropagation. */
export interface Layer {
  readonly output: Shape
  forward(input: Float32Array): Float32Array
  /** Adds to the gradients and returns the gradient of the input. */
  backward(errors: Float32Array): Float32Array
  /** Weights that the training moves, with their gradients. */
  readonly parameters: readonly Parameters[]
}

/** Weights, their gradients and the moments of Adam. */
export interface Parameters {
  weights: Float32Array
  slopes: Float32Array
  first: Float32Array
  second: Float32Array
}

const sizeOf = ({ height, width, channels }: Shape): number => height * width * channels

function createParameters(random: Random, length: number, inputs: number): Parameters {
  const scale = Math.sqrt(6 / inputs)
  return {
    weights: Float32Array.from({ length }, () => (random() * 2 - 1) * scale),
    slopes: new Float32Array(length),
    first: new Float32Array(length),
    second: new Float32Array(length),
  }
}

/** Fully connected layer. */
export function dense(
  random: Random,
  { input, outputs }: { input: Shape; outputs: number },
): Layer {
  const inputs = sizeOf(input)
  const own = createParameters(random, (inputs + 1) * outputs, inputs)
  const { weights, slopes } = own
  let seen = new Float32Array(inputs)
  return {
    output: { height: 1, width: 1, channels: outputs },
    parameters: [own],
    forward(values) {
      seen = Float32Array.from(values)
      const result = new Float32Array(outputs)
      for (let o = 0; o < outputs; o++) {
        const start = o * (inputs + 1)
        let sum = weights[start + inputs]!
        for (let i = 0; i < inputs; i++) sum += weights[start + i]! * seen[i]!
        result[o] = sum
      }
      return result
    },
    backward(errors) {
      const before = new Float32Array(inputs)
      for (let o = 0; o < outputs; o++) {
        const error = errors[o]!
        if (error === 0) continue
        const start = o * (inputs + 1)
        for (let i = 0; i < inputs; i++) {
          slopes[start + i]! += error * seen[i]!
          before[i]! += error * weights[start + i]!
        }
        slopes[start + inputs]! += error
      }
      return before
    },
  }
}

/** Negative values become 0. */
export function relu(output: Shape): Layer {
  let seen = new Float32Array(0)
  return {
    output,
    parameters: [],
    forward: (values) => (seen = values.map((value) => Math.max(0, value))),
    backward: (errors) => errors.map((error, i) => (seen[i]! > 0 ? error : 0)),
  }
}

/** Filters of 3 × 3; beyond the edges everything is 0. */
export function convolution(
  random: Random,
  { input, filters }: { input: Shape; filters: number },
): Layer {
  const { height, width, channels } = input
  const own = createParameters(random, 9 * channels * filters, 9 * channels)
  const shift = createParameters(random, filters, Infinity)
  let seen = new Float32Array(sizeOf(input))

  /** Calls back with each pair of pixels that a filter connects, and where its weights begin. */
  function connect(visit: (from: number, to: number, weight: number) => void): void {
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const to = (y * width + x) * filters
        for (let tap = 0; tap < 9; tap++) {
          const row = y + Math.floor(tap / 3) - 1
          const column = x + (tap % 3) - 1
          if (row < 0 || column < 0 || row >= height || column >= width) continue
          visit((row * width + column) * channels, to, tap * channels * filters)
        }
      }
    }
  }

  return {
    output: { height, width, channels: filters },
    parameters: [own, shift],
    forward(values) {
      seen = Float32Array.from(values)
      const result = new Float32Array(height * width * filters)
      for (let i = 0; i < result.length; i++) result[i] = shift.weights[i % filters]!
      const { weights } = own
      connect((from, to, weight) => {
        for (let c = 0; c < channels; c++) {
          const value = seen[from + c]!
          if (value === 0) continue
          const start = weight + c * filters
          for (let f = 0; f < filters; f++) result[to + f]! += value * weights[start + f]!
        }
      })
      return result
    },
    backward(errors) {
      const before = new Float32Array(seen.length)
      const { weights, slopes } = own
      for (let i = 0; i < errors.length; i++) shift.slopes[i % filters]! += errors[i]!
      connect((from, to, weight) => {
        for (let c = 0; c < channels; c++) {
          const value = seen[from + c]!
          const start = weight + c * filters
          let sum = 0
          for (let f = 0; f < filters; f++) {
            const error = errors[to + f]!
            slopes[start + f]! += error * value
            sum += error * weights[start + f]!
          }
          before[from + c]! += sum
        }
      })
      return before
    },
  }
}

/** Max pooling over 2 × 2 pixels. */
export function pool({ height, width, channels }: Shape): Layer {
  const output = { height: Math.floor(height / 2), width: Math.floor(width / 2), channels }
  const chosen = new Int32Array(sizeOf(output))
  return {
    output,
    parameters: [],
    forward(values) {
      const result = new Float32Array(chosen.length)
      for (let i = 0; i < result.length; i++) {
        const pixel = Math.floor(i / channels)
        const y = Math.floor(pixel / output.width) * 2
        const x = (pixel % output.width) * 2
        let top = -Infinity
        for (let part = 0; part < 4; part++) {
          const from = ((y + (part >> 1)) * width + x + (part & 1)) * channels + (i % channels)
          if (values[from]! <= top) continue
          top = values[from]!
          chosen[i] = from
        }
        result[i] = top
      }
      return result
    },
    backward(errors) {
      const before = new Float32Array(height * width * channels)
      for (let i = 0; i < errors.length; i++) before[chosen[i]!]! += errors[i]!
      return before
    },
  }
}
