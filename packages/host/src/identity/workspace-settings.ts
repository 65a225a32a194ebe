import { Problem } from '@host/plugin'
import type { WorkspaceSettingsService } from '@host/plugin/platform'
import type { HostDatabase } from './models.ts'

const longestValue = 64 * 1024
const longestKey = 200

/** Makes the service `WorkspaceSettings`: values under (workspace, plugin, key), read from the database each time. */
export function workspaceSettings(db: HostDatabase): WorkspaceSettingsService {
  return Object.freeze({
    get: async (plugin, orgId, key) => {
      const row = await db
        .selectFrom('workspace_settings')
        .select('value')
        .where('org_id', '=', orgId)
        .where('plugin', '=', plugin)
        .where('key', '=', key)
        .executeTakeFirst()
      return row?.value
    },
    set: async (...[plugin, orgId, key, value]) => {
      if (value === null) return remove(db, { plugin, orgId, key })
      check(key, value)
      await db
        .insertInto('workspace_settings')
        .values({ org_id: orgId, plugin, key, value })
        .onConflict((conflict) => conflict.columns(['org_id', 'plugin', 'key']).doUpdateSet({ value }))
        .execute()
    },
  } satisfies WorkspaceSettingsService)
}

interface SettingKey {
  readonly plugin: string
  readonly orgId: string
  readonly key: string
}

async function remove(db: HostDatabase, { plugin, orgId, key }: SettingKey): Promise<void> {
  await db
    .deleteFrom('workspace_settings')
    .where('org_id', '=', orgId)
    .where('plugin', '=', plugin)
    .where('key', '=', key)
    .execute()
}

function check(key: string, value: unknown): void {
  if (key === '' || key.length > longestKey) {
    throw new Problem('bad_request', {
      detail: {
        en: `A setting key must be 1 to ${longestKey} characters.`,
        zh: `设置的键长度为 1 至 ${longestKey} 个字符。`,
      },
    })
  }
  const text = JSON.stringify(value) as string | undefined
  if (text === undefined || text.length > longestValue) {
    throw new Problem('bad_request', {
      detail: {
        en: `The setting "${key}" must be JSON of at most ${longestValue} characters.`,
        zh: `设置 ${key} 不是 ${longestValue} 个字符以内的 JSON。`,
      },
    })
  }
}
