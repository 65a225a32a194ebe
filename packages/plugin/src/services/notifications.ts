import type { Wording } from '../errors.ts'
import type { JsonSchema } from '../json-schema.ts'
import type { Role } from '../roles.ts'
import { serviceToken } from '../service.ts'
import type { RecordName } from './record-name.ts'
import type { Language } from '../wire-types.ts'

/** Recipients: one user, the holders of a role and those above it, or the instance admins. */
export type Recipients =
  | { readonly orgId: string; readonly userId: string }
  | { readonly orgId: string; readonly role: Role }
  | { readonly instanceAdmins: true }

/** A notification to people. */
export interface Notification {
  readonly to: Recipients
  /** At most 200 characters. */
  readonly title: Wording
  /** At most 2,000 characters. */
  readonly body?: Wording
  /** A page of the product, relative to its shell, such as `/notes/nte_01h...`. */
  readonly path?: string
  /** The id of a category that the plugin declares in `notifications`; its first one when left out. */
  readonly category?: string
  /** A notification with the same key as an unread one is dropped. 1 to 200 characters. */
  readonly key?: string
  /**
   * Decisions offered to its reader; at most 3, and only for people of a workspace. The called route checks the rights.
   * A notification with actions has a key, by which a `NotificationOutcome` ends the question.
   */
  readonly actions?: readonly NotificationAction[]
  /**
   * A `GET` route of the plugin that returns the affected records of a decision, as a `NotificationSubject`. The inbox reads
   * it next to the `actions` until the decision, with the rights of its reader, so it may contain names that must not
   * be in an email.
   * @since 1.0.0
   */
  readonly subject?: string
}

/** The affected records of a notification's decision, as returned by its route. */
export interface NotificationSubject {
  /** Whether something is lost for good. */
  readonly isDestructive: boolean
  /** The records, by names; a name is null for a record that is gone. At most 20 are shown. */
  readonly records: readonly RecordName[]
}

/** The decision on a notification with `actions`: it replaces them for everyone who was asked. */
export interface NotificationOutcome {
  readonly orgId: string
  /** The key of the notification. */
  readonly key: string
  /** At most 200 characters; the first outcome counts. */
  readonly outcome: Wording
}

/** A button of a notification in the inbox. */
export interface NotificationAction {
  /** At most 40 characters; a verb first. */
  readonly label: Wording
  /** A `POST` route of the plugin that it calls, without input, such as `/api/x/notes/drafts/drf_01h.../publish`. */
  readonly path: string
  /** `plain` when left out. */
  readonly kind?: 'primary' | 'plain' | 'danger'
  /**
   * Leads to the page of the notification, where the decision is confirmed, in place of posting. Such a notification has a `path`.
   * @since 1.0.0
   */
  readonly opensPage?: boolean
}

/** A kind of notification that people can choose how to get. */
export interface NotificationCategory {
  /** Unique in the plugin: lower-case letters, digits and hyphens. */
  readonly id: string
  /** English; `notification.<id>` in the plugin's `i18n` translates it. */
  readonly title: string
  /** Whether it is also sent by email, unless the user has chosen; false when left out. */
  readonly byMail?: boolean
  /** Whether it waits neither for quiet hours nor for a digest. */
  readonly isUrgent?: boolean
}

/** A notification on its way to one person, in their language. */
export interface NotificationMessage {
  /** The same at every attempt. */
  readonly id: string
  readonly title: string
  readonly body: string | undefined
  /** The whole address of the page; undefined without a path. */
  readonly url: string | undefined
  readonly language: Language
}

/** A way to reach people outside of the product. */
export interface NotificationChannel {
  /** Unique in the build: lower-case letters, digits and hyphens, such as `telegram`. */
  readonly id: string
  readonly title: Wording
  readonly icon: string
  /** Fields that the user fills in, all stored encrypted. An object of texts. */
  readonly fields: JsonSchema
  /** Fields that are never sent back. */
  readonly secrets: readonly string[]
  /**
   * Sends a message. A throw lets it be tried again.
   * @throws Problem `invalid_input` for fields with which it can never succeed
   */
  send(fields: Readonly<Record<string, string>>, message: NotificationMessage, signal: AbortSignal): Promise<void>
}

/** StoredNotifications to users and instance admins. */
export interface NotificationsService {
  /**
   * Notifies, or reports the decision of a notification; inside a transaction as part of it. @throws TypeError for any other
   * value
   */
  notify(plugin: string, notification: Notification | NotificationOutcome): Promise<void>
}

/**
 * StoredNotifications to people.
 *
 * Audience: authors.
 */
export const Notifications = serviceToken<NotificationsService>('core.notifications')
