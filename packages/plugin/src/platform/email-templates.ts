import type { Language } from '../wire-types.ts'
import { serviceToken } from '../service.ts'

/** The text of an email that the host sends by itself. Each may have variables such as `{{workspace}}`. */
export interface EmailTexts {
  /** One line. */
  readonly subject: string
  /** Before the button; paragraphs have an empty line between them. */
  readonly before: string
  /** The label of the button with the link, without variables. */
  readonly button: string
  /** After the button. */
  readonly after: string
}

/** A variable of an email. */
export interface EmailVariable {
  readonly title: Readonly<Record<Language, string>>
  /** For a preview and a test. */
  readonly example: string
  /** Whether a text without it is refused. */
  readonly isRequired?: boolean
}

/** An email with the text that it has unless an admin writes another one. */
export interface EmailTemplate {
  /** Unique in its plugin. */
  readonly key: string
  readonly title: Readonly<Record<Language, string>>
  readonly variables: Readonly<Record<string, EmailVariable>>
  readonly texts: Readonly<Record<Language, EmailTexts>>
  /** Whether admins of a workspace may write their own. */
  readonly isOfWorkspace?: boolean
}

/** An email with its key over all plugins, such as `host.reset`. */
export interface DeclaredEmail extends EmailTemplate {
  readonly plugin: string
}

/** The text that an admin wrote in place of another one. */
export interface StoredEmailTexts extends EmailTexts {
  readonly key: string
  readonly language: Language
}

/** Whose text it is: of a workspace, or of the instance where none is named. */
export interface EmailPlace {
  readonly orgId?: string | undefined
}

/** Values and fixed parts of an email. */
export interface EmailContent {
  readonly language: Language
  /** Made harmless by the caller, see `nameInEmail` and `textInEmail`. */
  readonly values: Readonly<Record<string, string>>
  /** Target of the button; an email without it has no button. Every text keeps it. */
  readonly link?: string | undefined
  /** Lines below the text, which no text can leave out. Addresses in them are links. */
  readonly footer: readonly string[]
}

/** An email as `ctx.sendMail` takes it. */
export interface RenderedEmail {
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** The emails that the host and its plugins send by themselves. */
export interface EmailTemplatesService {
  /** Declares emails of a plugin, while it mounts. */
  declare(plugin: string, templates: readonly EmailTemplate[]): void
  list(): readonly DeclaredEmail[]
  /** The texts that admins wrote. */
  stored(place: EmailPlace): Promise<readonly StoredEmailTexts[]>
  /** @throws Problem `not_found`, `invalid_input` naming the field and its variable */
  save(place: EmailPlace, texts: StoredEmailTexts): Promise<void>
  /** Removes a text, so that the one before it counts. */
  reset(place: EmailPlace, named: Pick<StoredEmailTexts, 'key' | 'language'>): Promise<void>
  /**
   * The text that an admin wrote, of the workspace before that of the instance; undefined for the usual one. As a part of the
   * caller's transaction, if there is one.
   */
  find(named: Pick<StoredEmailTexts, 'key' | 'language'>, place: EmailPlace): Promise<EmailTexts | undefined>
  /** Fills a text in that is not stored, as it would be sent. @throws Problem `not_found`, `invalid_input` */
  preview(place: EmailPlace, texts: StoredEmailTexts, content: Omit<EmailContent, 'language'>): RenderedEmail
  /** Fills a text in, as plain text and as HTML in which everything is escaped. */
  render(texts: EmailTexts, content: EmailContent): RenderedEmail
}

/**
 * Texts of the emails that the host and its plugins send by themselves, such as invitations. In-tree only.
 *
 * Audience: platform.
 */
export const EmailTemplates = serviceToken<EmailTemplatesService>('core.email-templates')
