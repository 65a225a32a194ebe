/** Texts and web addresses in turns: every second part is an address. */
export interface TextParts {
  readonly own: readonly string[]
  /** The quotation at the end; empty without one. */
  readonly quoted: readonly string[]
}

// bounded: each address ends within 2,000 characters.
const address = /(https?:\/\/[^\s<>"'()[\]{}]{1,2000}[^\s<>"'()[\]{}.,;:!?])/gi
const longest = 200_000

export function textParts(text: string): TextParts {
  const lines = text.slice(0, longest).split('\n')
  let end = lines.length
  while (end > 0 && /^(?:>|\s*$)/.test(lines[end - 1] ?? '')) end -= 1
  const isQuoting = end > 0 && lines.slice(end).some((line) => line.startsWith('>'))
  const own = isQuoting ? lines.slice(0, end) : lines
  const quoted = isQuoting ? lines.slice(end) : []
  return { own: own.join('\n').split(address), quoted: quoted.length === 0 ? [] : quoted.join('\n').split(address) }
}
