import { operatorRefusals, type OperatorRefusals } from './messages/operator-refusals.ts'

/** What kind of refusal it is. */
type Reason = keyof OperatorRefusals

/** A sentence, or what makes one. */
type Words<Args extends unknown[]> = string | ((...args: Args) => string)

type ArgsOf<Text> = Text extends (...args: infer Args) => string ? Args : []

/** Error when what an operator asked for cannot be done; the message is one sentence, in English. */
export class OperatorError<
  Kind extends Reason = Reason,
  Name extends keyof OperatorRefusals[Kind] = keyof OperatorRefusals[Kind],
> extends Error {
  override readonly name = 'OperatorError'
  readonly reason: Reason
  /** What exactly is refused. */
  readonly what: PropertyKey
  /** Returns the sentence in the words of a language. */
  readonly saidIn: (refusals: OperatorRefusals) => string

  constructor(reason: Kind, name: Name, ...args: ArgsOf<OperatorRefusals[Kind][Name]>) {
    const saidIn = (refusals: OperatorRefusals): string => {
      const words = refusals[reason][name] as Words<typeof args>
      return typeof words === 'string' ? words : words(...args)
    }
    super(saidIn(operatorRefusals))
    this.reason = reason
    this.what = name
    this.saidIn = saidIn
  }
}
