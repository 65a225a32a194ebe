/** One thing that `pnpm check` holds the repository to; `node` stands for the pinned one. */
export type Check = { readonly name: string; readonly command: readonly string[] }

export const checks: readonly Check[] = [
  { name: 'format', command: ['node_modules/.bin/oxfmt', '--check'] },
  { name: 'lint', command: ['node_modules/.bin/oxlint'] },
  { name: 'unused', command: ['node', '--conditions=source', 'node_modules/knip/bin/knip.js'] },
  { name: 'arrows', command: ['node', 'tools/check-arrows.ts'] },
  { name: 'network', command: ['node', '--conditions=source', 'tools/check-network.ts'] },
  { name: 'sizes', command: ['node', 'tools/check-sizes.ts'] },
  { name: 'api', command: ['node', 'tools/check-api.ts'] },
  { name: 'contract', command: ['node', 'tools/check-contract.ts'] },
  { name: 'variables', command: ['node', '--conditions=source', 'tools/check-variables.ts'] },
  { name: 'server-data', command: ['node', 'tools/check-server-data.ts'] },
  { name: 'lists', command: ['node', 'tools/check-lists.ts'] },
  { name: 'parts', command: ['node', 'tools/check-parts.ts'] },
  { name: 'colors', command: ['node', 'tools/check-colors.ts'] },
  { name: 'cookbook', command: ['node', 'tools/check-cookbook.ts'] },
  { name: 'pictures', command: ['node', 'tools/check-pictures.ts'] },
  { name: 'stories', command: ['node', 'tools/check-stories.ts'] },
  { name: 'lines', command: ['node', 'tools/check-lines.ts'] },
  { name: 'language', command: ['node', 'tools/check-language.ts'] },
  { name: 'words', command: ['node', 'tools/check-words.ts'] },
  { name: 'licences', command: ['node', 'tools/check-licences.ts'] },
  { name: 'spec', command: ['node', 'tools/check-spec.ts'] },
  { name: 'versions', command: ['node', 'tools/check-versions.ts'] },
  { name: 'patterns', command: ['node', 'tools/check-patterns.ts'] },
  { name: 'clean', command: ['node', 'tools/check-clean.ts'] },
]
