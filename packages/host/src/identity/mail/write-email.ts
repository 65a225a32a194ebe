import { nameInEmail } from '@host/plugin'
import type { EmailTexts, RenderedEmail } from '@host/plugin/platform'
import { renderEmail, type EmailBrand } from '../../email-templates/render-email.ts'
import { usualTexts } from './email-table.ts'
import type { IdentityEmail } from './identity-mail.ts'

/** How an email looks. */
export interface EmailLook {
  /** Those that an admin wrote, in place of the usual ones. */
  readonly texts?: EmailTexts | undefined
  readonly brand?: EmailBrand
}

/**
 * Writes an email. This is the only place where names come into one, each of them through `nameInEmail`.
 * @param place the host name of the instance
 */
export function writeEmail(
  { kind, language, names, link }: IdentityEmail,
  place: string,
  { texts = usualTexts(kind, language), brand }: EmailLook = {},
): RenderedEmail {
  const safe = Object.entries(names).map(([key, name]) => [key, nameInEmail(name)] as const)
  const values = { ...Object.fromEntries(safe), instance: place }
  return renderEmail(texts, { language, values, link, footer: [`${brand?.name ?? 'Host'} · ${place}`] }, brand)
}
