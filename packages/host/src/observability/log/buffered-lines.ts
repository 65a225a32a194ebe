/** Bytes that a pipe writes atomically, so that lines of two processes never interleave. */
const mostBytes = 4_096
const longestWait = 200

/** Writes lines together, up to a fifth of a second late: for lines that come with every request. */
export class BufferedLines {
  readonly #write: (lines: string) => void
  #lines = ''
  #timer: NodeJS.Timeout | undefined

  constructor(write: (lines: string) => void) {
    this.#write = write
  }

  /** @param line with its line break */
  add(line: string): void {
    if (this.#lines.length + line.length > mostBytes) this.flush()
    this.#lines += line
    this.#timer ??= setTimeout(() => this.flush(), longestWait).unref()
  }

  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const lines = this.#lines
    this.#lines = ''
    if (lines !== '') this.#write(lines)
  }
}
