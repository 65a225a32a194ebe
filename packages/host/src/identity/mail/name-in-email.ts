/**
 * A name that a person chose, as an email shows it: short, on one line, and with nothing that a mail program turns into
 * a link, so that no user sends a link of their choice in the name of this instance.
 */
export function nameInEmail(name: string): string {
  const visible = name.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  const characters = [...visible]
  const short = characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : visible
  // A one dot leader reads as a dot and links nothing; the same for what makes an email address or a protocol.
  return short
    .replaceAll('.', '\u2024')
    .replaceAll(/:(?=\/)/g, '\u2236')
    .replaceAll('@', '\uFF20')
    .replaceAll(/www/gi, 'w\u00B7ww')
}

const longest = 40
