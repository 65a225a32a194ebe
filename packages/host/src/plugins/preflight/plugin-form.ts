import type {
  ActionItem,
  EventDefinition,
  MenuItem,
  Migration,
  NotificationCategory,
  PermissionDefinition,
  PlanParts,
  QuotaDefinition,
  TierDefinition,
  MeterDefinition,
  PluginDefinition,
  PluginI18n,
  PluginInfo,
  SampleData,
  SettingsDefinition,
  SettingsSection,
  WorkspaceData,
} from '@host/plugin'

/** The expected form of a value. */
export type Form =
  | 'text'
  | 'number'
  | 'flag'
  | 'function'
  | 'object'
  | 'schema'
  | 'role'
  | 'settingsGroup'
  | ListForm
  | RecordForm

/** A list whose items all have one form. */
export interface ListForm {
  readonly items: Form
}

/** An object with these members and no others. */
export interface RecordForm {
  readonly members: Readonly<Record<string, Form>>
  readonly required: readonly string[]
}

/** The form of a type of the contract: a member that the type has and the form has not is a compile error. */
function record<Type>(members: Record<keyof Type, Form>, required: readonly (keyof Type & string)[]): RecordForm {
  return { members, required }
}

function list(items: Form): ListForm {
  return { items }
}

const info = record<PluginInfo>(
  {
    title: 'text',
    description: 'text',
    icon: 'text',
    category: 'text',
    group: 'text',
    core: 'flag',
    enabledByDefault: 'flag',
    requires: list('text'),
    api: 'text',
  },
  ['title', 'description', 'icon', 'category', 'api'],
)

const menuItem = record<MenuItem>(
  {
    id: 'text',
    label: 'text',
    path: 'text',
    icon: 'text',
    order: 'number',
    category: 'text',
    settings: 'settingsGroup',
    requiredRole: 'role',
    personal: 'flag',
  },
  ['id', 'label', 'path'],
)

const actionItem = record<ActionItem>(
  { id: 'text', label: 'text', icon: 'text', path: 'text', requiredRole: 'role', creates: 'flag' },
  ['id', 'label', 'path'],
)

const settingsSection = record<SettingsSection>(
  { id: 'text', title: 'text', icon: 'text', schema: 'schema', jsonSchema: 'function', secrets: list('text') },
  ['id', 'title', 'schema', 'jsonSchema'],
)

const settings = record<SettingsDefinition>(
  { instance: settingsSection, workspace: settingsSection, user: settingsSection },
  [],
)

const event = record<EventDefinition>(
  { name: 'text', description: 'text', data: 'schema', example: 'object', jsonSchema: 'function' },
  ['name', 'description', 'data', 'example', 'jsonSchema'],
)

const notification = record<NotificationCategory>({ id: 'text', title: 'text', byMail: 'flag', isUrgent: 'flag' }, [
  'id',
  'title',
])

/** The form of a plugin. */
export const pluginForm: RecordForm = record<PluginDefinition>(
  {
    name: 'text',
    info,
    models: list('object'),
    mount: 'function',
    menus: list(menuItem),
    // The console ignores category and role, so that one list may be written for both shells.
    instanceMenus: list(menuItem),
    actions: list(actionItem),
    settings,
    events: list(event),
    notifications: list(notification),
    notificationChannels: 'function',
    permissions: list(
      record<PermissionDefinition>({ name: 'text', title: 'text', role: 'role', isForAgents: 'flag' }, [
        'name',
        'title',
        'role',
      ]),
    ),
    plan: record<PlanParts>(
      {
        tiers: list(
          record<TierDefinition>({ name: 'text', title: 'object', description: 'object' }, ['name', 'title']),
        ),
        quotas: list(
          record<QuotaDefinition>(
            { name: 'text', title: 'object', most: 'number', unit: 'text', used: 'function', records: 'function' },
            ['name', 'title', 'most', 'used'],
          ),
        ),
        meters: list(
          record<MeterDefinition>({ name: 'text', title: 'object', unit: 'text' }, ['name', 'title', 'unit']),
        ),
      },
      [],
    ),
    i18n: record<PluginI18n>({ en: 'object', zh: 'object' }, []),
    migrations: list(
      record<Migration>({ id: 'text', safeAfter: 'text', up: 'function', down: 'function' }, ['id', 'up']),
    ),
    start: 'function',
    stop: 'function',
    health: 'function',
    readiness: 'function',
    helpDocs: 'function',
    helpDocsFS: 'text',
    mcpTools: 'function',
    search: 'function',
    checklist: 'function',
    badges: 'function',
    sampleData: record<SampleData>({ add: 'function', remove: 'function' }, ['add', 'remove']),
    workspaceData: record<WorkspaceData>({ export: 'function', erase: 'function' }, ['export', 'erase']),
    memberRemoved: 'function',
    accountDeleted: 'function',
    topLevelApi: list('text'),
  },
  ['name', 'info', 'models', 'mount'],
)
