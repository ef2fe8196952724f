/** The place of one of several texts that are written at the same time. */
export interface Turn {
  write(text: string): void
  end(): void
}

/** Writes texts one after another: the first as it comes, each other one when those before have ended. */
export function createTurns(write: (text: string) => void): { next(heading: string): Turn } {
  const waiting: { text: string; isEnded: boolean }[] = []

  function writeOut(): void {
    for (let [first] = waiting; first !== undefined; [first] = waiting) {
      write(first.text)
      first.text = ''
      if (!first.isEnded) return
      waiting.shift()
    }
  }

  return {
    next(heading) {
      const own = { text: heading, isEnded: false }
      waiting.push(own)
      writeOut()
      return {
        write(text) {
          own.text += text
          if (own === waiting[0]) writeOut()
        },
        end() {
          own.isEnded = true
          writeOut()
        },
      }
    },
  }
}
