import type { PluginRule } from './plugin-rule.ts'
import { accessRules } from './rules/access-rules.ts'
import { bodyRules } from './rules/body-rules.ts'
import { endpointRules } from './rules/endpoint-rules.ts'
import { helpRules } from './rules/help-rules.ts'
import { hookRules } from './rules/hook-rules.ts'
import { languageRules } from './rules/language-rules.ts'
import { lifecycleRules } from './rules/lifecycle-rules.ts'
import { menuRules } from './rules/menu-rules.ts'
import { moduleRules } from './rules/module-rules.ts'
import { nameRules } from './rules/name-rules.ts'
import { packageRules } from './rules/package-rules.ts'
import { repeatRules } from './rules/repeat-rules.ts'
import { tableRules } from './rules/table-rules.ts'
import { webRules } from './rules/web-rules.ts'

/** Every rule, in the order of the report: facts that are read first, then those of a running host. */
export const pluginRules: readonly PluginRule[] = [
  ...packageRules,
  ...moduleRules,
  ...webRules,
  ...languageRules,
  ...helpRules,
  ...nameRules,
  ...tableRules,
  ...menuRules,
  ...endpointRules,
  ...lifecycleRules,
  ...accessRules,
  ...bodyRules,
  ...repeatRules,
  ...hookRules,
]
