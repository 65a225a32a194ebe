/**
 * Text that a user chose, as an email shows it. Mail programs turn addresses into links, so no user can send a link of
 * their choice in the name of the instance.
 */

/**
 * A text that no mail program turns into a link: the signs that make one are replaced by signs that look the same.
 * Lines stay.
 * @example const paragraph = textInEmail(notification.body)
 * @since 1.0.0
 */
export function textInEmail(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, (signs) => (signs.includes('\n') ? '\n' : ' '))
    .replaceAll(/\.(?=\S)/g, '\u2024')
    .replaceAll(/:(?=\/)/g, '\u2236')
    .replaceAll('@', '\uFF20')
    .replaceAll(/www/gi, 'w\u00B7ww')
}

/**
 * A name that a user chose: on one line, at most 40 characters, and nothing that a mail program turns into a link.
 * @example const subject = `${nameInEmail(inviter)} invites you to ${nameInEmail(workspace)}`
 * @since 1.0.0
 */
export function nameInEmail(name: string): string {
  const characters = [...name.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()]
  const short = characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : characters.join('')
  return textInEmail(short)
}

const longest = 40
