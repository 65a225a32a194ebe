/**
 * The emails that the host and its plugins send by themselves. Each is declared where it is sent, with the text that it has and
 * its variables; admins may write another text for a language. The link and the footer are no part of a text, so none can leave
 * them out, and a text of a workspace links nothing.
 */
import { Problem, textInEmail } from '@host/plugin'
import type {
  DeclaredEmail,
  EmailPlace,
  EmailTemplatesService,
  EmailTexts,
  StoredEmailTexts,
} from '@host/plugin/platform'
import { instanceOrgId } from '../request/instance-org-id.ts'
import { iso } from '../support/time.ts'
import { checkTexts } from './fill-texts.ts'
import type { EmailTemplateDatabase } from './models.ts'
import { renderEmail, type EmailBrand } from './render-email.ts'

export interface EmailTemplatesOptions {
  /** Joins the transaction of the caller, since emails are written where they are queued. */
  readonly db: EmailTemplateDatabase
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly brand: () => EmailBrand
}

const columns = ['key', 'language', 'subject', 'before', 'button', 'after'] as const

/** Makes the service `EmailTemplates`. */
export function createEmailTemplates({ db, clock, brand }: EmailTemplatesOptions): EmailTemplatesService {
  const declared = new Map<string, DeclaredEmail>()
  const require = ({ key }: Pick<StoredEmailTexts, 'key'>, { orgId }: EmailPlace): DeclaredEmail => {
    const found = declared.get(key)
    const isThere = found !== undefined && (orgId === undefined || found.isOfWorkspace === true)
    if (!isThere) throw new Problem('not_found')
    return found
  }
  return Object.freeze<EmailTemplatesService>({
    declare(plugin, templates) {
      for (const template of templates) {
        const key = `${plugin}.${template.key}`
        declared.set(key, Object.freeze({ ...template, key, plugin }))
      }
    },
    list: () => [...declared.values()],
    stored: async ({ orgId = instanceOrgId }) =>
      await db.selectFrom('host_email_texts').select(columns).where('org_id', '=', orgId).limit(mostTexts).execute(),
    async save(place, { key, language, ...texts }) {
      checkTexts(require({ key }, place), texts)
      const values = { ...texts, changed_at: iso(clock()) }
      await db
        .insertInto('host_email_texts')
        .values({ org_id: place.orgId ?? instanceOrgId, key, language, ...values })
        .onConflict((conflict) => conflict.columns(['org_id', 'key', 'language']).doUpdateSet(values))
        .execute()
    },
    async reset(place, { key, language }) {
      require({ key }, place)
      await db
        .deleteFrom('host_email_texts')
        .where('org_id', '=', place.orgId ?? instanceOrgId)
        .where('key', '=', key)
        .where('language', '=', language)
        .execute()
    },
    find: (named, place) =>
      find(db, named, { ...place, isOfWorkspace: declared.get(named.key)?.isOfWorkspace === true }),
    preview(place, { key, language, ...texts }, content) {
      checkTexts(require({ key }, place), texts)
      return renderEmail(place.orgId === undefined ? texts : harmless(texts), { ...content, language }, brand())
    },
    render: (texts, content) => renderEmail(texts, content, brand()),
  })
}

/** More than all emails have. */
const mostTexts = 500

async function find(
  db: EmailTemplateDatabase,
  { key, language }: Pick<StoredEmailTexts, 'key' | 'language'>,
  { orgId, isOfWorkspace }: EmailPlace & { readonly isOfWorkspace: boolean },
): Promise<EmailTexts | undefined> {
  const places = orgId === undefined || !isOfWorkspace ? [instanceOrgId] : [orgId, instanceOrgId]
  const rows = await db
    .selectFrom('host_email_texts')
    .select(['org_id', 'subject', 'before', 'button', 'after'])
    .where('org_id', 'in', places)
    .where('key', '=', key)
    .where('language', '=', language)
    .execute()
  const own = rows.find(({ org_id: place }) => place === orgId) ?? rows[0]
  if (own === undefined) return undefined
  const { org_id: place, ...texts } = own
  return place === instanceOrgId ? texts : harmless(texts)
}

/** An admin of a workspace writes to any address in the name of the instance, so nothing becomes a link. */
function harmless({ subject, before, button, after }: EmailTexts): EmailTexts {
  const [safeSubject = '', safeBefore = '', safeButton = '', safeAfter = ''] = [subject, before, button, after].map(
    textInEmail,
  )
  return { subject: safeSubject, before: safeBefore, button: safeButton, after: safeAfter }
}
