import type * as z from 'zod/mini'
import type { Column } from '../column.ts'
import type { Endpoint, nothing } from '../endpoint.ts'
import type { EventDefinition } from '../event.ts'
import type { MenuItem } from '../menu.ts'
import type { ColumnMap, Model } from '../model.ts'
import type { Role } from '../roles.ts'
import type { Language } from '../wire-types.ts'
import type { Field, FieldMap, FieldTarget, Label } from './field.ts'

type Simplify<T> = { [Name in keyof T]: T[Name] } & {}

type KeysWith<Fields extends FieldMap, Presence> = {
  [Name in keyof Fields]: Fields[Name]['presence'] extends Presence ? Name : never
}[keyof Fields]

type ReadOf<F> = F extends Field<infer _Kind, infer Read> ? Read : never
type WriteOf<F> = F extends Field<infer _Kind, infer _Read, infer Write> ? Write : never
type KindOf<F> = F extends Field<infer Kind> ? Kind : never

type KeysOfKind<Fields extends FieldMap, Kind> = {
  [Name in keyof Fields]: KindOf<Fields[Name]> extends Kind ? Name : never
}[keyof Fields] &
  string

/** A record as it is read. */
export type ResourceRecord<Fields extends FieldMap> = Simplify<
  { readonly id: string } & { readonly [Name in keyof Fields]: ReadOf<Fields[Name]> } & {
    readonly createdAt: string
    readonly updatedAt: string
  }
>

/** A record of a list, which has no long texts. */
export type ResourceListItem<Fields extends FieldMap> = Omit<ResourceRecord<Fields>, KeysOfKind<Fields, 'longText'>>

/** The input of a new record. */
export type ResourceInput<Fields extends FieldMap> = Simplify<
  { [Name in KeysWith<Fields, 'required'>]: WriteOf<Fields[Name]> } & {
    [Name in KeysWith<Fields, 'defaulted' | 'optional'>]?: WriteOf<Fields[Name]> | undefined
  }
>

/** The input of a change: the fields that are changed. */
export type ResourceChange<Fields extends FieldMap> = {
  [Name in keyof Fields]?: WriteOf<Fields[Name]> | undefined
}

/** Kinds by which a list can be ordered. */
export type SortedKind = 'text' | 'email' | 'number' | 'money' | 'toggle' | 'choice' | 'date'

/** The names of the orders of a list. */
export type ResourceOrder<Fields extends FieldMap> = KeysOfKind<Fields, SortedKind> | 'createdAt' | 'updatedAt'

/** The filters of a list: equal values, days from and to (both included), numbers from and to, moments. */
export type ResourceFilters<Fields extends FieldMap> = {
  readonly [Name in KeysOfKind<Fields, 'choice' | 'toggle'>]?: NonNullable<ReadOf<Fields[Name]>> | undefined
} & {
  readonly [Name in KeysOfKind<Fields, 'member' | 'reference'>]?: string | undefined
} & {
  readonly [Name in `${KeysOfKind<Fields, 'date'>}${'From' | 'To'}`]?: string | undefined
} & {
  readonly [Name in `${KeysOfKind<Fields, 'number' | 'money'>}${'From' | 'To'}`]?: number | undefined
} & { readonly [Name in `${'createdAt' | 'updatedAt'}${'From' | 'To'}`]?: string | undefined }

/** The input of a list. */
export type ResourceListInput<Fields extends FieldMap> = Simplify<
  {
    readonly limit?: number | undefined
    readonly cursor?: string | undefined
    readonly total?: boolean | undefined
    readonly q?: string | undefined
    readonly sort?: ResourceOrder<Fields> | `-${ResourceOrder<Fields>}` | undefined
  } & ResourceFilters<Fields>
>

/** A page of a list. */
export interface ResourcePage<Fields extends FieldMap> {
  items: ResourceListItem<Fields>[]
  nextCursor: string | null
  total?: number | undefined
}

type Snake<Name extends string> = Name extends `${infer Head}${infer Rest}`
  ? Head extends Lowercase<Head>
    ? `${Head extends '-' ? '_' : Head}${Snake<Rest>}`
    : `_${Lowercase<Head>}${Snake<Rest>}`
  : ''

type StoredValue<F> =
  KindOf<F> extends 'number' | 'money'
    ? number
    : KindOf<F> extends 'toggle'
      ? boolean
      : KindOf<F> extends 'choice'
        ? NonNullable<ReadOf<F>>
        : string

type ColumnOf<F> =
  F extends Field<infer _Kind, infer _Read, infer Write, infer Presence>
    ? null extends Write
      ? Column<StoredValue<F> | null, StoredValue<F> | null | undefined, StoredValue<F> | null>
      : Presence extends 'defaulted'
        ? Column<StoredValue<F>, StoredValue<F> | undefined, StoredValue<F>>
        : Column<StoredValue<F>, StoredValue<F>, StoredValue<F>>
    : never

/** The columns of a resource: its own, those of its fields in snake_case, and the additional ones. */
export type ResourceColumns<Fields extends FieldMap, Extra extends ColumnMap> = Simplify<
  {
    readonly id: Column<string, string | undefined, never>
    readonly org_id: Column<string, string, never>
  } & { readonly [Name in keyof Fields & string as Snake<Name>]: ColumnOf<Fields[Name]> } & Extra & {
      readonly created_at: Column<string, string | undefined, string>
      readonly updated_at: Column<string, string | undefined, string>
    }
>

/** The lowest role for each kind of access. */
export interface ResourcePermissions {
  /** `member` when left out. */
  readonly read?: Role
  /** To create, change and import; `member` when left out. */
  readonly write?: Role
  /** That of `write` when left out. */
  readonly delete?: Role
  /** To read a sealed value; `admin` when left out. */
  readonly reveal?: Role
}

/** Options of a resource. */
export interface ResourceOptions<
  Plugin extends string,
  Name extends string,
  One extends string,
  Fields extends FieldMap,
  Extra extends ColumnMap,
> {
  /** The name of the plugin. */
  readonly plugin: Plugin
  /** Plural and in lower case with hyphens, such as `contacts`: `/api/x/<plugin>/contacts`. */
  readonly name: Name
  /** One record, in lower-case letters, such as `contact`: the prefix of ids, of events and of audit actions. */
  readonly one: One
  readonly label: { readonly one: Label; readonly many: Label }
  /** A lucide icon's name. */
  readonly icon: string
  readonly fields: Fields
  /** The text or email field that names a record to people. It is required, and searched. */
  readonly title: KeysOfKind<Fields, 'text' | 'email'> & KeysWith<Fields, 'required'>
  readonly permissions?: ResourcePermissions
  /** The usual order; `-createdAt` when left out. */
  readonly sort?: ResourceOrder<Fields> | `-${ResourceOrder<Fields>}`
  /** The path of the list's page; `/<name>` when left out. The page of a record is below it: `/contacts/{id}`. */
  readonly path?: `/${string}`
  /** Whether agents get tools; `true` when left out. */
  readonly mcp?: boolean
  /** Additional columns, which the endpoints neither read nor write. */
  readonly columns?: Extra
  /** Additional keys over columns. */
  readonly index?: readonly (readonly string[])[]
}

/** A schema of a value. */
type Schema<Output, Input = Output> = z.ZodMiniType<Output, Input>

/** A problem of one cell of an imported file. */
export interface ImportProblem {
  /** The line of the row's first character; 1 is the header. */
  readonly line: number
  /** The name of the field; null for a problem of the whole line. */
  readonly field: string | null
  readonly message: string
}

/** The result of an import. */
export interface ImportResult {
  readonly dryRun: boolean
  /** Rows in the file. */
  readonly rows: number
  /** Records that were created: all rows, or none. */
  readonly created: number
  /** The first 100 problems. Only a dry run answers any: otherwise they are those of `invalid_input`. */
  readonly problems: ImportProblem[]
}

/** The file of an import. */
export interface ImportInput {
  /** A file of comma-separated values; its first line names the fields, by name or by label in either language. */
  readonly csv: string
  /** Checks the file and creates nothing. */
  readonly dryRun?: boolean | undefined
}

type Nothing = typeof nothing

/** The endpoints of a resource. */
export type ResourceEndpoints<Base extends string, Fields extends FieldMap> = {
  readonly list: Endpoint<
    `GET ${Base}`,
    Schema<ResourceListInput<Fields>>,
    Schema<ResourcePage<Fields>>,
    'workspace',
    never
  >
  readonly read: Endpoint<`GET ${Base}/{id}`, Nothing, Schema<ResourceRecord<Fields>>, 'workspace', never>
  readonly create: Endpoint<
    `POST ${Base}`,
    Schema<ResourceInput<Fields>>,
    Schema<ResourceRecord<Fields>>,
    'workspace',
    never
  >
  readonly change: Endpoint<
    `PATCH ${Base}/{id}`,
    Schema<ResourceChange<Fields>>,
    Schema<ResourceRecord<Fields>>,
    'workspace',
    never
  >
  readonly remove: Endpoint<`DELETE ${Base}/{id}`, Nothing, Nothing, 'workspace', 'conflict'>
  /** Undefined without a sealed field. */
  readonly reveal: [KeysOfKind<Fields, 'sealed'>] extends [never]
    ? undefined
    : Endpoint<
        `POST ${Base}/{id}/reveal`,
        Schema<{ readonly field: KeysOfKind<Fields, 'sealed'> }>,
        Schema<{ readonly value: string | null }>,
        'workspace',
        never
      >
  /** The file, of the records that the filters of the list find. */
  readonly exportCsv: Endpoint<`GET ${Base}/export`, Schema<ResourceListInput<Fields>>, Nothing, 'workspace', never>
  readonly importCsv: Endpoint<`POST ${Base}/import`, Schema<ImportInput>, Schema<ImportResult>, 'workspace', never>
}

/** The name of an endpoint of a resource. */
export type ResourceAction = keyof ResourceEndpoints<string, FieldMap>

/** The data of an event: the record, without long texts and sealed values. */
export interface ResourceEventData<Fields extends FieldMap> {
  readonly id: string
  readonly record: ResourceListItem<Fields>
}

/** The data of the event of a change. */
export interface ResourceChangeData<Fields extends FieldMap> extends ResourceEventData<Fields> {
  /** The names of the fields that changed. */
  readonly changed: (keyof Fields & string)[]
}

/** The events of a resource. */
export type ResourceEvents<One extends string, Fields extends FieldMap> = {
  readonly created: EventDefinition<`${One}.created`, Schema<ResourceEventData<Fields>>>
  readonly changed: EventDefinition<`${One}.changed`, Schema<ResourceChangeData<Fields>>>
  readonly deleted: EventDefinition<`${One}.deleted`, Schema<ResourceEventData<Fields>>>
}

/** A resource: plain definitions, as one writes them by hand. Each can be taken, replaced or left out. */
export interface Resource<
  Plugin extends string = string,
  Name extends string = string,
  One extends string = string,
  Fields extends FieldMap = FieldMap,
  Extra extends ColumnMap = ColumnMap,
>
  extends
    FieldTarget,
    Pick<ResourceOptions<Plugin, Name, One, Fields, Extra>, 'plugin' | 'name' | 'one' | 'label' | 'icon' | 'fields'> {
  readonly kind: 'resource'
  readonly title: keyof Fields & string
  readonly titleColumn: string
  readonly permissions: Required<ResourcePermissions>
  readonly sort: string
  readonly path: `/${string}`
  readonly model: Model<`${Snake<Plugin>}_${Snake<Name>}`, ResourceColumns<Fields, Extra>>
  readonly endpoints: ResourceEndpoints<`/api/x/${Plugin}/${Name}`, Fields>
  readonly events: ResourceEvents<One, Fields>
  /** The entry of the sidebar. */
  readonly menu: MenuItem
  /** The texts of the server half, for the `i18n` of the plugin. */
  readonly texts: Readonly<Record<Language, Readonly<Record<string, string>>>>
}

/** A resource of any fields, for code that works with all of them. */
export type AnyResource = Omit<Resource, 'endpoints' | 'events' | 'model'> & {
  readonly model: Model
  readonly endpoints: Readonly<Record<Exclude<ResourceAction, 'reveal'>, Endpoint>> & {
    readonly reveal: Endpoint | undefined
  }
  readonly events: Readonly<Record<'created' | 'changed' | 'deleted', EventDefinition>>
}

/** The record of a resource. @example type Contact = RecordOf<typeof contacts> */
export type RecordOf<R extends { readonly fields: FieldMap }> = ResourceRecord<R['fields']>
