/**
 * Finds imports of the part of the contract that only in-tree plugins may use. It changes with the host, without the
 * promises of a version, and its services check no rights: the plugin that calls them does.
 */
import { relative } from 'node:path'
import { dependencyOf, placeBelow } from './dependency-place.ts'
import { readMentions } from './module-facts.ts'
import type { Mention } from './module-mentions.ts'
import { quote } from './quote.ts'
import type { ReachedModule } from './reach-modules.ts'
import type { Half } from './read-half.ts'
import { place, withTypes } from './read-modules.ts'

/** The entry point. */
export const platformEntry = '@host/plugin/platform'

/** What authors use in place of the names that they most likely look for. */
const replacements: readonly (readonly [known: RegExp, use: string])[] = [
  [/^(?:Accounts|People|Profile|Sessions|User|Account)(?:Service)?$/, '"ctx.userId" and "memberMirror"'],
  [/^(?:Workspaces(?:Service)?|Workspace|Member)$/, '"ctx.orgId" and "memberMirror"'],
  [/^UserGuard/, 'an endpoint with "audience: \'user\'"'],
  [/^InstanceGuard/, 'an endpoint with "audience: \'instance\'"'],
  [/^Job(?:Queue|Entry|Count)|^BackgroundWork/, '"Jobs"'],
  [/^Audit/, '"ctx.audit" and "scope.audit"'],
  [/^Encryption/, '"ctx.encrypt" and "ctx.decrypt"'],
  [/^WorkspaceSettings/, '"Settings"'],
  [/^NotificationChannels/, '"Notifications"'],
  [/^Webhook/, '"Events"'],
  [
    /^(?:parsePattern|settingsMask|auditRetention|isDisplayName|displayNameComplaint|Me|MenuEntry)$/,
    '@host/plugin/wire',
  ],
]

/** An import of the entry point. */
export interface PlatformImport {
  readonly file: string
  readonly line: number
  /** In words that follow the name of its half. */
  readonly text: string
}

/** Imports of the entry point in a half, types included. */
export function findPlatformImports(half: Half): PlatformImport[] {
  return [...withTypes(half.modules, half.home)].flatMap(([file, { mentions }]) =>
    mentions.filter(isPlatform).map((mention) => ({
      file,
      line: mention.line,
      text: refusal(mention, place(half.home, file, mention)),
    })),
  )
}

/**
 * The same, in words alone, for modules that the bundler found: those of dependencies, and own ones that only it can
 * resolve.
 */
export function platformImportsBelow(modules: readonly ReachedModule[], home: string): string[] {
  return modules
    .filter(({ text }) => text.includes(platformEntry))
    .flatMap(({ path, text }) => {
      const owner = dependencyOf(path)
      const file = owner === undefined ? relative(home, path) : placeBelow(path, owner)
      const whose = owner === undefined ? '' : `its dependency ${quote(owner)}, `
      return readMentions(path, text)
        .filter(isPlatform)
        .map((mention) => refusal(mention, `${whose}${file} line ${mention.line}`))
    })
}

function isPlatform({ what }: Mention): boolean {
  return what === platformEntry
}

function refusal({ names }: Mention, where: string): string {
  const uses = names.flatMap((name) => replacements.find(([known]) => known.test(name))?.[1] ?? [])
  const use = uses.length === 0 ? 'use the exports of @host/plugin' : `use ${[...new Set(uses)].join(', ')}`
  const what = names.length === 0 ? quote(platformEntry) : `${names.join(', ')} from ${quote(platformEntry)}`
  return `imports ${what} in ${where}, which is only for plugins in the host's own tree: ${use} instead`
}
