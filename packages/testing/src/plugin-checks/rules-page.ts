import { exceptionRule } from './judge-facts.ts'
import { pluginRules } from './plugin-rules.ts'

const about: Readonly<Record<string, string>> = {
  package: 'Packages of both halves',
  modules: 'Imports and globals of modules',
  web: 'The pages, as a build would find them',
  languages: 'English and Chinese',
  help: 'Help pages',
  names: 'Names that others write too',
  tables: 'Tables and their keys',
  menus: 'Menus and pages',
  endpoints: 'Definitions of endpoints',
  lifecycle: 'Starting, doing well and stopping',
  routes: 'Every route, called by everybody who may and may not',
  hooks: 'Hooks called by the host',
  settings: 'Declared settings',
  checks: 'Exceptions',
}

/** The list of all rules for authors, as a page of Markdown. */
export function rulesPage(): string {
  const rules = [...pluginRules, exceptionRule]
  const groups = Map.groupBy(rules, ({ id }) => id.slice(0, id.indexOf('/')))
  const parts = [...groups].map(([group, own]) => {
    const lines = own.map(({ id, title }) => `- \`${id}\`: ${title}`)
    return `### ${about[group] ?? group}\n\n${lines.join('\n')}\n`
  })
  return `${introduction.replace('{rules}', String(rules.length))}\n${parts.join('\n')}`
}

const introduction = `# Checks of a plugin

\`host plugin test [folder]\` checks a plugin by {rules} rules. It reads both halves as the build does, starts a host in memory with the
plugin, calls every route as every kind of caller, repeats, floods and forges calls, and starts it again on
the same database. Each finding names the rule, the file, the line if known, the problem and the fix.

\`\`\`
$ host plugin test
notes (plugins/notes)
  package     9 checks, 0 findings
  ...
  routes      39 checks, 1 finding
    routes/replayed  plugin.ts:31
      "POST /api/x/notes/raw" answered 200 and ran again when it was repeated with its Idempotency-Key; wrap the handler: idempotent(ctx.guard(...)), with ctx.lookup(Idempotency) (repeat, as a person of the role member).
\`\`\`

It runs the checks of the \`@host/testing\` that is installed for the plugin, so a plugin is checked against the contract it was
written for; in a checkout of the host it runs the sources. The exit code is 0, 1 with findings or when nothing could be
checked, and 2 for invalid usage. \`--json\` writes the report for programs. The plugin runs in a process of its own, so one
that hangs or ends the process is reported in a sentence.

The same as tests of \`node:test\`, one for each rule, in a file beside the plugin's other tests:

\`\`\`ts
import { checkPlugin } from '@host/testing'

await checkPlugin(import.meta.dirname)
\`\`\`

## Settings for the checks

Calls are derived from the definitions: the first of an endpoint's \`examples\`, else a value that matches its JSON Schema.
Add other values in \`plugin-checks.json\` in the plugin's folder; all members are optional:

\`\`\`json
{
  "inputs": { "POST /api/x/notes/import/{format}": { "format": "csv", "text": "title" } },
  "environment": { "HOST_SAFEHTTP_ALLOW": "127.0.0.1:8080" },
  "beside": ["../notes-storage"],
  "exceptions": [{ "rule": "tables/org-id", "about": "notes_templates", "why": "The same for every workspace." }]
}
\`\`\`

- \`inputs\`: valid calls by pattern, wildcards and input as one object
- \`environment\`: variables of the test host's configuration
- \`beside\`: folders of plugins that this one needs in the same host
- \`exceptions\`: findings that stay. \`about\` is a part of the finding's sentence or its file; \`why\` says why the plugin is right. One
  that meets no finding any more is a finding itself.

## Rules
`
