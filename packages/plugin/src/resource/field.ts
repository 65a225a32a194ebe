import type { ReferenceTarget, OnDelete } from '../column.ts'
import type { Role } from '../roles.ts'
import type { Language } from '../wire-types.ts'

/** A text in both languages, such as the name of a field. */
export type Label = Readonly<Record<Language, string>>

/** Every kind of field. */
export type FieldKind =
  | 'text'
  | 'longText'
  | 'email'
  | 'number'
  | 'money'
  | 'toggle'
  | 'choice'
  | 'date'
  | 'color'
  | 'member'
  | 'reference'
  | 'sealed'

/** Whether a new record has to have a value, may leave it out and gets the default, or may have none. */
export type FieldPresence = 'required' | 'defaulted' | 'optional'

/**
 * A record or a member that a field names. The name is null when the member left the workspace, and when the caller may
 * not read the record.
 */
export interface NamedRecord {
  readonly id: string
  readonly name: string | null
}

/** The table that a reference field names, such as another resource. */
export interface FieldTarget {
  readonly model: Exclude<ReferenceTarget, 'self'>
  /** The column with the name of a record. */
  readonly titleColumn: string
  /** The lowest role that reads the names of records; `member` when left out. */
  readonly permissions?: { readonly read: Role }
}

/** Where a reference leads: a resource, a function that returns it, or the same resource. */
export type FieldReference = FieldTarget | (() => FieldTarget) | 'self'

/** The currency of amounts: its code, or the choice field that holds the code. */
export type FieldCurrency = string | { readonly from: string }

/**
 * A field of a resource: frozen data that carries the types of its value when read and when written. Made by `field`.
 * Members that its kind has no use for are undefined.
 */
export interface Field<
  Kind extends FieldKind = FieldKind,
  Read = unknown,
  Write = unknown,
  Presence extends FieldPresence = FieldPresence,
> {
  readonly kind: Kind
  readonly label: Label
  /** A sentence below the field in a form. */
  readonly hint?: Label
  readonly presence: Presence
  readonly default?: string | number | boolean
  /** Whether the palette and the search of the list find records by it. */
  readonly search?: boolean
  /** Whether a text may have several lines. */
  readonly multiline?: boolean
  /** The longest text in characters; the smallest and largest number. */
  readonly max?: number
  readonly min?: number
  /** Whether a number is whole. */
  readonly whole?: boolean
  /** The values of a choice and their names, in order. */
  readonly choices?: Readonly<Record<string, Label>>
  readonly currency?: FieldCurrency
  readonly target?: FieldReference
  readonly onDelete?: OnDelete
  /** Types only; never values. */
  readonly $read?: Read
  readonly $write?: Write
}

/** The fields of a resource by their camelCase name, in the order of forms and files. */
export type FieldMap = Readonly<Record<string, Field>>

interface Common {
  readonly label: Label
  readonly hint?: Label
}

interface Optional<Is extends boolean> extends Common {
  /** Whether a record may have no value, which is null. */
  readonly optional?: Is
}

interface LongTextOptions<Is extends boolean> extends Optional<Is> {
  readonly max?: number
  readonly search?: boolean
}

interface TextOptions<Is extends boolean> extends LongTextOptions<Is> {
  /** Gives it several lines in forms and on its page. */
  readonly multiline?: boolean
}

interface NumberOptions<Is extends boolean> extends Optional<Is> {
  readonly min?: number
  readonly max?: number
}

type OrNull<Value, Is extends boolean> = Is extends true ? Value | null : Value
type PresenceOf<Is extends boolean> = Is extends true ? 'optional' : 'required'

/** A field whose value is written as it is read. */
type Plain<Kind extends FieldKind, Value, Is extends boolean> = Field<
  Kind,
  OrNull<Value, Is>,
  OrNull<Value, Is>,
  PresenceOf<Is>
>

/** A field that is written as an id, and read with the name. */
type Named<Kind extends FieldKind, Is extends boolean> = Field<
  Kind,
  OrNull<NamedRecord, Is>,
  OrNull<string, Is>,
  PresenceOf<Is>
>

/** Builds the fields of a resource. */
export interface FieldBuilders {
  /**
   * Text of at most `max` characters; 200 when left out, and at most 2,000. One line, unless `multiline` is set.
   * @example text: field.text({ label: { en: 'Note', zh: '备注' }, max: 2_000, multiline: true })
   */
  text<const Is extends boolean = false>(options: TextOptions<Is>): Plain<'text', string, Is>
  /** Lines of text, of at most `max` characters; 10,000 when left out, and at most 20,000. Not in lists. */
  longText<const Is extends boolean = false>(options: LongTextOptions<Is>): Plain<'longText', string, Is>
  email<const Is extends boolean = false>(
    options: Optional<Is> & { readonly search?: boolean },
  ): Plain<'email', string, Is>
  number<const Is extends boolean = false>(
    options: NumberOptions<Is> & { readonly whole?: boolean },
  ): Plain<'number', number, Is>
  /**
   * An amount in the smallest unit of its currency, such as cents: 1250 is €12.50.
   * @example amount: field.money({ label, currency: 'EUR' })
   * @example amount: field.money({ label, currency: { from: 'currency' } })
   */
  money<const Is extends boolean = false>(
    options: NumberOptions<Is> & { readonly currency: FieldCurrency },
  ): Plain<'money', number, Is>
  /** Yes or no; no when left out. */
  toggle(options: Common & { readonly default?: boolean }): Field<'toggle', boolean, boolean, 'defaulted'>
  /**
   * One of a few values.
   * @example
   * stage: field.choice({
   *   label: { en: 'Stage', zh: '阶段' },
   *   choices: { lead: { en: 'Lead', zh: '线索' }, won: { en: 'Won', zh: '赢单' } },
   *   default: 'lead',
   * })
   */
  choice<
    const Choices extends Readonly<Record<string, Label>>,
    const Is extends boolean = false,
    const Default extends (keyof Choices & string) | undefined = undefined,
  >(
    options: Optional<Is> & { readonly choices: Choices; readonly default?: Default },
  ): Field<
    'choice',
    OrNull<keyof Choices & string, Is>,
    OrNull<keyof Choices & string, Is>,
    [Default] extends [undefined] ? PresenceOf<Is> : 'defaulted'
  >
  /** A day without a time, `YYYY-MM-DD`. */
  date<const Is extends boolean = false>(options: Optional<Is>): Plain<'date', string, Is>
  /** A color, `#rrggbb`. */
  color<const Is extends boolean = false>(options: Optional<Is>): Plain<'color', string, Is>
  /** A member of the workspace. A plugin with such a field has `memberMirror` among its models. */
  member<const Is extends boolean = false>(options: Optional<Is>): Named<'member', Is>
  /**
   * A record of another resource, or of the same one (`'self'`). With `onDelete: 'null'` it is optional.
   * @example company: field.reference(companies, { label, onDelete: 'null' })
   */
  reference<const Effect extends OnDelete, const Is extends boolean = Effect extends 'null' ? true : false>(
    target: FieldReference,
    options: Optional<Is> & { readonly onDelete: Effect },
  ): Named<'reference', Is>
  /**
   * A secret of at most `max` characters, encrypted at rest. Lists, files, search, events and the audit log don't have
   * it: it reads as whether there is one, and `reveal` answers it to the role that the resource names.
   */
  sealed<const Is extends boolean = false>(
    options: Optional<Is> & { readonly max?: number },
  ): Field<'sealed', boolean, OrNull<string, Is>, PresenceOf<Is>>
}

interface AnyOptions extends Common {
  readonly optional?: boolean | undefined
  readonly default?: string | number | boolean | undefined
  readonly onDelete?: OnDelete
  readonly max?: number
}

/**
 * The fields of a resource.
 * @example
 * name: field.text({ label: { en: 'Name', zh: '姓名' }, max: 120 }),
 * email: field.email({ label: { en: 'Email', zh: '邮箱' }, optional: true }),
 * @since 1.0.0
 */
export const field: FieldBuilders = Object.freeze({
  text: (options: AnyOptions) => build('text', { max: 200, ...options }),
  longText: (options: AnyOptions) => build('longText', { max: 10_000, ...options }),
  email: (options: AnyOptions) => build('email', { ...options, max: 254 }),
  number: (options: AnyOptions) => build('number', options),
  money: (options: AnyOptions) => build('money', options),
  toggle: (options: AnyOptions) => build('toggle', { default: false, ...options }),
  choice: (options: AnyOptions) => build('choice', options),
  date: (options: AnyOptions) => build('date', options),
  color: (options: AnyOptions) => build('color', options),
  member: (options: AnyOptions) => build('member', options),
  reference: (target: FieldReference, options: AnyOptions) =>
    build('reference', { optional: options.onDelete === 'null', ...options, target }),
  sealed: (options: AnyOptions) => build('sealed', { max: 500, ...options }),
})

function build(kind: FieldKind, options: AnyOptions & { readonly target?: FieldReference }): never {
  const { optional = false, ...rest } = options
  const presence = rest.default !== undefined ? 'defaulted' : optional ? 'optional' : 'required'
  return Object.freeze({ ...rest, kind, presence }) as never
}
