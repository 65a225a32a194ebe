import { cutText } from './clean-text.ts'

/** Characters of the text that a snippet is made from. */
const mostInput = 8_192

/** Senders fill the preview with characters that show nothing. */
const invisible = /[\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]+/gu

/** The first words of a text for a list, without quoted lines and the signature. */
export function snippetOf(text: string, most = 200): string {
  const lines = cutText(text, mostInput).split('\n')
  const signature = lines.indexOf('-- ')
  const own = (signature > 0 ? lines.slice(0, signature) : lines).filter((line) => !line.startsWith('>'))
  const words = squeeze(own, most)
  return cutText(words === '' ? squeeze(lines, most) : words, most).trimEnd()
}

/** Stops where the snippet is long enough: most texts are longer. */
function squeeze(lines: readonly string[], most: number): string {
  let text = ''
  for (const line of lines) {
    text = `${text} ${line.replace(invisible, '')}`.replace(/\s+/g, ' ').trimStart()
    if (text.length > most) break
  }
  return text.trim()
}
