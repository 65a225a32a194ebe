import { snippetOf } from '@host/email'
import { cutText } from '../receive/message-columns.ts'

/** Characters of a text that its snippet is made from. */
const mostInput = 5_000

/** The first words of a draft for a list: none while it has a signature alone. */
export function draftSnippet(text: string): string {
  const read = text.slice(0, mostInput).toWellFormed()
  const signature = read.search(/^-- $/m)
  return cutText(snippetOf(signature === -1 ? read : read.slice(0, signature)), 200)
}
