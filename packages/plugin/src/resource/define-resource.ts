import type { ColumnMap } from '../model.ts'
import { checkResource } from './check-resource.ts'
import type { FieldMap } from './field.ts'
import { endpointsOf } from './resource-endpoints.ts'
import { eventsOf } from './resource-events.ts'
import { columnName, modelOf } from './resource-model.ts'
import { textsOf } from './resource-texts.ts'
import type { AnyResource, Resource, ResourceOptions, ResourcePermissions } from './resource.ts'

/**
 * Declares a kind of record once, for both halves: its table, endpoints, events, menu and texts follow from its fields,
 * as the same definitions that one writes by hand. Mount it with `mountResource`. Safe in a browser.
 * @throws TypeError for a mistake in the definition, such as a text that is missing in one language
 * @example
 * export const contacts = defineResource({
 *   plugin: 'crm', name: 'contacts', one: 'contact', icon: 'users',
 *   label: { one: { en: 'Contact', zh: '联系人' }, many: { en: 'Contacts', zh: '联系人' } },
 *   fields: {
 *     name: field.text({ label: { en: 'Name', zh: '姓名' }, max: 120 }),
 *     company: field.reference(companies, { label: { en: 'Company', zh: '公司' }, onDelete: 'null' }),
 *   },
 *   title: 'name',
 * })
 * @since 1.0.0
 */
export function defineResource<
  const Plugin extends string,
  const Name extends string,
  const One extends string,
  const Fields extends FieldMap,
  // oxlint-disable-next-line typescript/no-empty-object-type -- no column at all
  const Extra extends ColumnMap = {},
>(options: ResourceOptions<Plugin, Name, One, Fields, Extra>): Resource<Plugin, Name, One, Fields, Extra> {
  const { name, title, sort = '-createdAt', columns = {}, index = [], path = `/${name}`, mcp = true } = options
  const source = { ...options, sort, permissions: permissionsOf(options.permissions), columns, index }
  checkResource(source)
  let model: AnyResource['model'] | undefined
  const resource: AnyResource = {
    kind: 'resource',
    plugin: options.plugin,
    name,
    one: options.one,
    label: options.label,
    icon: options.icon,
    fields: options.fields,
    title,
    titleColumn: columnName(title),
    permissions: source.permissions,
    sort: source.sort,
    path,
    /** Made when it is read, since a reference may name a resource that is defined later. */
    get model() {
      return (model ??= modelOf(source))
    },
    endpoints: endpointsOf({ ...source, mcp }),
    events: eventsOf(source),
    menu: Object.freeze({ id: name, label: options.label.many.en, path, icon: options.icon }),
    texts: textsOf(source),
  }
  return Object.freeze(resource) as unknown as Resource<Plugin, Name, One, Fields, Extra>
}

function permissionsOf({
  read = 'member',
  write = 'member',
  delete: remove = write,
  reveal = 'admin',
}: ResourcePermissions = {}): Required<ResourcePermissions> {
  return Object.freeze({ read, write, delete: remove, reveal })
}
