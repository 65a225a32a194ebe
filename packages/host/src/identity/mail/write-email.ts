import { nameInEmail } from '@host/plugin'
import type { EmailTexts, RenderedEmail } from '@host/plugin/platform'
import { renderEmail } from '../../email-templates/render-email.ts'
import { usualTexts } from './email-table.ts'
import type { IdentityEmail } from './identity-mail.ts'

/**
 * Writes an email. This is the only place where names come into one, each of them through `nameInEmail`.
 * @param place the host name of the instance
 * @param texts those that an admin wrote, in place of the usual ones
 */
export function writeEmail(
  { kind, language, names, link }: IdentityEmail,
  place: string,
  texts: EmailTexts = usualTexts(kind, language),
): RenderedEmail {
  const safe = Object.entries(names).map(([key, name]) => [key, nameInEmail(name)] as const)
  const values = { ...Object.fromEntries(safe), instance: place }
  return renderEmail(texts, { language, values, link, footer: [`Host · ${place}`] })
}
