import { exceptionRule } from './judge-facts.ts'
import { pluginRules } from './plugin-rules.ts'

const about: Readonly<Record<string, string>> = {
  package: 'What the packages of both halves say',
  modules: 'What the modules import and use',
  web: 'The pages, as a build would find them',
  languages: 'English and Chinese',
  help: 'Help pages',
  names: 'Names that others write too',
  tables: 'Tables and their keys',
  menus: 'Menus and pages',
  endpoints: 'Definitions of endpoints',
  lifecycle: 'Starting, doing well and stopping',
  routes: 'Every route, called by everybody who may and may not',
  hooks: 'What the host asks for beside routes',
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

\`host plugin test [folder]\` holds a plugin to {rules} rules. It reads both halves as composing does, starts a host in memory with the
plugin, calls every route as everybody who may and who may not, repeats, floods and forges calls, and starts it again on
the same database. Each finding names the rule, the file, the line where it is known, what is wrong and what to do.

\`\`\`
$ host plugin test
notes (plugins/notes)
  package     9 checks, 0 findings
  ...
  routes      39 checks, 1 finding
    routes/replayed  plugin.ts:31
      "POST /api/x/notes/raw" answered 200 and ran again when it was repeated with its Idempotency-Key; wrap the handler: idempotent(ctx.guard(...)), with ctx.lookup(Idempotency) (repeat, as a person of the role member).
\`\`\`

It runs the checks of the \`@host/testing\` that is installed for the plugin, so a plugin is held to the contract that it was
written for; in a checkout of the host it runs the sources. It ends with 0, with 1 when there are findings or nothing could be
checked, and with 2 when it was asked in a way that means nothing. \`--json\` writes the report for programs. The plugin runs in a
process of its own, so one that hangs or ends the process is told in a sentence.

The same as tests of \`node:test\`, one for each rule, in a file beside the plugin's other tests:

\`\`\`ts
import { checkPlugin } from '@host/testing'

await checkPlugin(import.meta.dirname)
\`\`\`

## What the author can say

Calls are made of the definitions: the first of an endpoint's \`examples\`, else a value that fits its JSON Schema. What neither
tells stands in \`plugin-checks.json\` in the plugin's folder, whose members may all be left out:

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
