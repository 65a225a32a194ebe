import { exceptionRule } from './judge-facts.ts'
import { pluginRules } from './plugin-rules.ts'

const about: Readonly<Record<string, string>> = {
  package: 'Packages',
  modules: 'Modules',
  web: 'Web pages',
  languages: 'English and Chinese',
  help: 'Help pages',
  names: 'Shared names',
  tables: 'Tables and keys',
  menus: 'Menus and pages',
  endpoints: 'Endpoint definitions',
  lifecycle: 'Lifecycle',
  routes: 'Routes, called with and without access',
  hooks: 'Hooks',
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

const introduction = `# Plugin checks

\`host plugin check [folder]\` checks a plugin against {rules} rules. It reads both halves as the build does, starts a host in memory with the
plugin, calls every route with and without access, repeats, floods, and forges calls, and starts it again on
the same database. Each finding names the rule, the file, the line if known, the problem, and the fix.

\`\`\`
$ host plugin check
notes (plugins/notes)
  package     9 checks, 0 findings
  ...
  routes      39 checks, 1 finding
    routes/replayed  plugin.ts:31
      "POST /api/x/notes/raw" answered 200 and ran again when it was repeated with its Idempotency-Key; wrap the handler: idempotent(ctx.guard(...)), with ctx.lookup(Idempotency) (repeat, as a user with the role member).
\`\`\`

It runs the checks of the \`@host/testing\` that is installed for the plugin, so they match the contract that the plugin was
written for; in a checkout of the host it runs the sources. It exits with 0, with 1 for findings or if nothing could be
checked, and with 2 for invalid arguments. \`--json\` prints the report for programs. The plugin runs in a separate
process, so the report also covers a plugin that hangs or exits the process. The command checks the types of both halves, too.

To run the checks as \`node:test\` tests, one per rule, add a file next to the plugin's other tests:

\`\`\`ts
import { checkPlugin } from '@host/testing'

await checkPlugin(import.meta.dirname)
\`\`\`

## Configure the checks

Calls are generated from the definitions: the first of an endpoint's \`examples\`, or a value that matches its JSON Schema. Put
anything else into \`plugin-checks.json\` in the plugin's folder. All members are optional:

\`\`\`json
{
  "inputs": { "POST /api/x/notes/import/{format}": { "format": "csv", "text": "title" } },
  "environment": { "HOST_SAFEHTTP_ALLOW": "127.0.0.1:8080" },
  "beside": ["../notes-storage"],
  "exceptions": [{ "rule": "tables/org-id", "about": "notes_templates", "why": "The same for every workspace." }]
}
\`\`\`

- \`inputs\`: valid calls by pattern, with wildcards and input in one object
- \`environment\`: variables of the test host's configuration
- \`beside\`: folders of plugins that this one needs in the same host
- \`exceptions\`: accepted findings. \`about\` is a part of the finding's sentence or its file; \`why\` states the reason. An exception
  that no longer matches a finding is itself a finding.

## Rules
`
