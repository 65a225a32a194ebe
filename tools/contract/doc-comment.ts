/** A docstring, taken apart. */
export type DocComment = {
  /** The text before the first tag, as Markdown. */
  readonly text: string
  readonly params: readonly string[]
  readonly returns: string | undefined
  readonly throws: readonly string[]
  readonly examples: readonly string[]
  readonly since: string | undefined
  readonly deprecated: string | undefined
}

type Tag = { readonly name: string; readonly body: string }

const tag = /(?:^|\s)@(param|returns|throws|example|since|deprecated)\b[ \t]*/g

/** Parses the content of a docstring. */
export function readDocComment(comment: string): DocComment {
  const plain = comment
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, '').trimEnd())
    .join('\n')
    .trim()
  const { text, tags } = splitTags(plain)
  const all = (name: string): readonly string[] => tags.filter((each) => each.name === name).map(({ body }) => body)
  return {
    text: linked(text),
    params: all('param').map(linked),
    returns: all('returns').map(linked)[0],
    throws: all('throws').map(linked),
    examples: all('example'),
    since: all('since')[0],
    deprecated: all('deprecated').map(linked)[0],
  }
}

/** Whether it begins with a whole sentence. */
export function hasSentence({ text }: DocComment): boolean {
  const [first = ''] = text.split('\n\n')
  return /[.!?:]["`)*]?$/.test(first)
}

function splitTags(plain: string): { readonly text: string; readonly tags: readonly Tag[] } {
  const found = [...plain.matchAll(tag)]
  const text = plain.slice(0, found[0]?.index ?? plain.length).trim()
  const tags = found.map(({ 0: whole, 1: name = '', index }, place) => ({
    name,
    body: plain.slice(index + whole.length, found[place + 1]?.index ?? plain.length).trim(),
  }))
  return { text, tags }
}

function linked(text: string): string {
  return text.replaceAll(/\{@link\s+([^}]+)\}/g, '`$1`').replaceAll(/^\{(\w+)\} /g, '`$1` ')
}
