import * as z from 'zod/mini'
import { defineEvent } from '../event.ts'
import type { Field, FieldMap } from './field.ts'
import { shortFields } from './ordered-fields.ts'
import { itemSchema } from './resource-schemas.ts'
import type { AnyResource } from './resource.ts'

type EventSource = Pick<AnyResource, 'one' | 'label' | 'fields'>

/** The events of a resource. Their names in other languages are among its texts. */
export function eventsOf(source: EventSource): AnyResource['events'] {
  return Object.freeze({ created: created(source), changed: changed(source), deleted: deleted(source) })
}

function created({ one, label, fields }: EventSource) {
  const data = z.object({ id: z.string(), record: itemSchema(fields) })
  return defineEvent({
    name: `${one}.created`,
    description: `${label.one.en} created`,
    data,
    example: exampleOf(one, fields),
    toJSONSchema: z.toJSONSchema,
  })
}

function changed({ one, label, fields }: EventSource) {
  const data = z.object({ id: z.string(), record: itemSchema(fields), changed: z.array(z.string()) })
  const example = { ...exampleOf(one, fields), changed: Object.keys(fields).slice(0, 1) }
  return defineEvent({
    name: `${one}.changed`,
    description: `${label.one.en} changed`,
    data,
    example: example,
    toJSONSchema: z.toJSONSchema,
  })
}

function deleted({ one, label, fields }: EventSource) {
  const data = z.object({ id: z.string(), record: itemSchema(fields) })
  return defineEvent({
    name: `${one}.deleted`,
    description: `${label.one.en} deleted`,
    data,
    example: exampleOf(one, fields),
    toJSONSchema: z.toJSONSchema,
  })
}

const moment = '2026-01-31T08:15:00.000Z'

function exampleOf(one: string, fields: FieldMap) {
  const id = `${one}_01h2xcejqtf2nbrexx3vqjhp41`
  const values: Record<string, unknown> = Object.fromEntries(
    Object.entries(shortFields(fields)).map(([name, field]) => [name, exampleValue(field)]),
  )
  return { id, record: { id, ...values, createdAt: moment, updatedAt: moment } }
}

/** A plausible value of a field, as it is read. */
function exampleValue({ kind, label, choices = {}, min = 0, max = Number.MAX_SAFE_INTEGER }: Field): unknown {
  if (kind === 'number' || kind === 'money') return Math.min(Math.max(1250, min), max)
  if (kind === 'toggle' || kind === 'sealed') return true
  if (kind === 'choice') return Object.keys(choices)[0]
  if (kind === 'member') return { id: 'usr_01h2xcejqtf2nbrexx3vqjhp41', name: 'Ada Lovelace' }
  if (kind === 'reference') return { id: '01h2xcejqtf2nbrexx3vqjhp41', name: label.en }
  const texts: Partial<Record<typeof kind, string>> = { email: 'ada@example.com', date: '2026-01-31', color: '#2f6fed' }
  return texts[kind] ?? label.en
}
