/** The fenced blocks of a guide, each with its instruction. A block without a known instruction is refused. */
export type GuideStep =
  /** Runs before: the suites have built already. */
  | { readonly kind: 'prepared'; readonly text: string }
  /** Runs to its end. */
  | { readonly kind: 'run'; readonly text: string }
  /** Runs until the guide has ended. */
  | { readonly kind: 'serve'; readonly text: string }
  /** Output of the previous step: these lines in this order, `…` for anything. */
  | { readonly kind: 'output'; readonly text: string }
  /** A new file. */
  | { readonly kind: 'write'; readonly file: string; readonly text: string }
  /** A change of a file. */
  | { readonly kind: 'change'; readonly file: string; readonly text: string }

/** A step and where it stands. */
export type PlacedStep = GuideStep & { readonly line: number; readonly section: string }

const fence = /^```(\S+)(?: (.+))?$/

/** Reads a guide. @throws SyntaxError with the line of an unknown instruction */
export function readGuide(markdown: string): readonly PlacedStep[] {
  const lines = markdown.split('\n')
  const steps: PlacedStep[] = []
  let section = ''
  let said = 0
  for (let at = 0; at < lines.length; at++) {
    section = /^#+ (.+)$/.exec(lines[at] ?? '')?.[1] ?? section
    const opened = fence.exec(lines[at] ?? '')
    if (opened === null) continue
    const end = lines.indexOf('```', at + 1)
    if (end === -1) throw new SyntaxError(`line ${at + 1}: a block that does not end`)
    const step = stepOf(opened[1] ?? '', opened[2] ?? '', lines.slice(at + 1, end).join('\n'))
    if (step === undefined) throw new SyntaxError(`line ${at + 1}: no test knows a block "${lines[at]?.slice(3)}"`)
    if ('file' in step) requireNamed(step.file, lines.slice(said, at).join('\n'), at)
    steps.push({ ...step, line: at + 1, section })
    at = end
    said = end
  }
  return steps
}

function stepOf(language: string, about: string, text: string): GuideStep | undefined {
  const file = /^file=([\w./-]+)$/.exec(about)?.[1]
  if (language === 'sh' && about === '') return { kind: 'run', text }
  if (language === 'sh' && about === 'prepared') return { kind: 'prepared', text }
  if (language === 'sh' && about === 'server') return { kind: 'serve', text }
  if (language === 'text' && about === 'output') return { kind: 'output', text }
  if (file === undefined) return undefined
  return { kind: language === 'diff' ? 'change' : 'write', file, text }
}

/** The text before a block must name the file that it changes. */
function requireNamed(file: string, words: string, at: number): void {
  if (words.includes(`\`${file}\``)) return
  throw new SyntaxError(`line ${at + 1}: nothing before the block names \`${file}\``)
}

/** A file after a change: hunks between `@@`, in order, whose kept and removed lines must match the file. */
export function changed(text: string, change: string): string {
  const lines = text.split('\n')
  let from = 0
  for (const piece of change.split(/^@@$\n/m)) {
    const rows = piece.replace(/\n$/, '').split('\n')
    const before = rows.filter((row) => !row.startsWith('+')).map((row) => row.slice(1))
    const after = rows.filter((row) => !row.startsWith('-')).map((row) => row.slice(1))
    const place = lines.findIndex(
      (_, index) => index >= from && before.every((row, offset) => lines[index + offset] === row),
    )
    if (place === -1) {
      throw new Error(`These lines stand nowhere behind line ${from} of the file:\n${before.join('\n')}`)
    }
    lines.splice(place, before.length, ...after)
    from = place + after.length
  }
  return lines.join('\n')
}

/** The first line of an expected output that was not printed behind the others; undefined when all were. */
export function missingLine(expected: string, printed: string): string | undefined {
  const lines = printed.split('\n')
  let from = 0
  return expected.split('\n').find((wanted) => {
    const form = new RegExp(
      wanted
        .split('…')
        .map((part) => RegExp.escape(part))
        .join('.*'),
    )
    const found = lines.findIndex((line, index) => index >= from && form.test(line))
    if (found !== -1) from = found + 1
    return found === -1
  })
}
