/** Definitions for plugins whose schemas are written with zod. Safe in a browser. */
import * as z from 'zod/mini'
import { endpointsWith } from './endpoint.ts'
import { eventsWith } from './event.ts'
import { publicFormsWith } from './public-page.ts'
import { settingsWith } from './settings-section.ts'
import { uploadsWith } from './upload.ts'

export { column } from './column.ts'
export { defineDownload } from './download.ts'
export { listInput, pageOf } from './lists/list-input.ts'
export type { ListFields, ListInputOptions } from './lists/list-input.ts'
export { defineResource } from './resource/define-resource.ts'
export { field } from './resource/field.ts'
export type { Field, FieldBuilders, FieldKind, FieldMap, FieldTarget, Label, NamedRecord } from './resource/field.ts'
export type { AnyResource, RecordOf, Resource, ResourceOptions } from './resource/resource.ts'

/**
 * `defineEndpoint` for schemas of zod.
 * @example
 * export const listNotes = defineEndpoint({
 *   pattern: 'GET /api/x/notes/notes', input: listInput(), output: pageOf(Note), summary: 'List the notes',
 * })
 * @since 1.0.0
 */
export const defineEndpoint = endpointsWith(z.toJSONSchema)

/**
 * `defineUpload` for schemas of zod.
 * @example
 * export const addReceipt = defineUpload({
 *   pattern: 'POST /api/x/expenses/{id}/receipts', accept: ['application/pdf'], maxBytes: 10 * 1024 * 1024,
 *   output: Receipt, summary: 'Add a receipt',
 * })
 * @since 1.0.0
 */
export const defineUpload = uploadsWith(z.toJSONSchema)

/**
 * `defineEvent` for schemas of zod.
 * @example
 * export const noteCreated = defineEvent({
 *   name: 'note.created', description: 'A note was written', data: z.object({ noteId: z.string() }),
 *   example: { noteId: 'note_01h2xcejqtf2nbrexx3vqjhp41' },
 * })
 * @since 1.0.0
 */
export const defineEvent = eventsWith(z.toJSONSchema)

/**
 * `defineSettings` for schemas of zod.
 * @example
 * export const alerts = defineSettings({
 *   id: 'alerts', title: 'Alerts', schema: z.strictObject({ threshold: z._default(z.int().check(z.gte(1)), 10) }),
 * })
 * @since 1.0.0
 */
export const defineSettings = settingsWith(z.toJSONSchema)

/**
 * `definePublicForm` for schemas of zod.
 * @example
 * export const sendReply = definePublicForm({
 *   path: '/p/notes/{slug}/replies', input: z.strictObject({ text: z.string().max(2000) }), summary: 'Reply to a note',
 * })
 * @since 1.0.0
 */
export const definePublicForm = publicFormsWith(z.toJSONSchema)

export { definePublicPage } from './public-page.ts'
