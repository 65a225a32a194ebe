/**
 * Allowed imports between areas of the repository. An area is a set of folders; `may` names its allowed imports: a
 * package (with its subpaths), one subpath, or `own shared` for the shared half of the same plugin; `mayNot` names subpaths
 * that are left out. Each plugin is an area of its own, so none imports another, and only the two composition roots may name plugins.
 */
export type Layer = {
  readonly name: string
  readonly folders: RegExp
  readonly may: readonly string[]
  readonly mayNot?: readonly string[]
}

/** Plugin repositories outside the tree: the examples, and the template of a new plugin. */
const outOfTree = (rest: string): RegExp => new RegExp(`^(?:examples|packages/cli/templates)/(?<plugin>[^/]+)/${rest}`)

export const layers: readonly Layer[] = [
  { name: '@host/plugin', folders: /^packages\/plugin\//, may: [] },
  { name: '@host/dns', folders: /^packages\/dns\//, may: [] },
  { name: '@host/acme', folders: /^packages\/acme\//, may: ['@host/dns'] },
  { name: '@host/email', folders: /^packages\/email\//, may: ['@host/dns'] },
  { name: '@host/client', folders: /^packages\/client\//, may: ['@host/plugin/wire'] },
  { name: '@host/platform-api', folders: /^packages\/platform-api\//, may: ['@host/plugin/wire'] },
  {
    name: '@host/plugin-sdk',
    folders: /^packages\/plugin-sdk\//,
    may: ['@host/plugin/wire', '@host/client', '@host/platform-api'],
  },
  { name: '@host/inspect', folders: /^packages\/inspect\//, may: ['@host/plugin'] },
  {
    name: '@host/host',
    folders: /^packages\/host\//,
    may: ['@host/plugin', '@host/email/document', '@host/acme', '@host/dns'],
  },
  { name: '@host/shell', folders: /^packages\/shell\//, may: ['@host/plugin-sdk', '@host/platform-api'] },
  {
    name: '@host/testing',
    folders: /^packages\/testing\//,
    may: ['@host/plugin', '@host/host', '@host/inspect', 'a computed path'],
  },
  { name: 'web', folders: outOfTree('web/'), may: ['@host/plugin-sdk', 'own shared'] },
  { name: 'shared', folders: outOfTree('shared(/|\\.)'), may: ['@host/plugin/wire', '@host/plugin/zod'] },
  {
    name: 'server',
    folders: outOfTree(''),
    may: ['@host/plugin', 'own shared'],
    mayNot: ['@host/plugin/platform'],
  },
  {
    name: '@host/cli',
    folders: /^packages\/cli\//,
    may: ['@host/plugin', '@host/host', '@host/inspect', 'a computed path'],
  },
  {
    name: 'server',
    folders: /^plugins\/(?<plugin>[^/]+)\/server\//,
    may: ['@host/plugin', '@host/dns', '@host/email', 'own shared'],
  },
  { name: 'web', folders: /^plugins\/(?<plugin>[^/]+)\/web\//, may: ['@host/plugin-sdk', 'own shared'] },
  {
    name: 'shared',
    folders: /^plugins\/(?<plugin>[^/]+)\/shared(\/|\.)/,
    may: ['@host/plugin/wire', '@host/plugin/zod', '@host/platform-api'],
  },
  { name: 'apps/server', folders: /^apps\/server\//, may: ['@host/host', '@host/cli', 'any plugin server'] },
  { name: 'apps/web', folders: /^apps\/web\//, may: ['@host/shell', '@host/plugin-sdk', 'any plugin web'] },
]

/** Additional imports for tests beside their sources. */
export const testsMay: readonly string[] = ['@host/testing', '@host/plugin-sdk/testing', '@host/plugin/zod']

/** Sample data of stories and tests of the SDK; they may import what tests may. */
export const fixtures = /^packages\/plugin-sdk\/src\/(?:.*\/)?fixture-[\w-]+\.ts$/

/** Folders of the host or of a plugin's half with test helpers and demo data: like tests, no other source may import them. */
export const sharedByTests =
  /^packages\/host\/testing\/|^plugins\/[^/]+\/(server|web)\/testing\/|^(?:examples\/[^/]+|packages\/cli\/templates\/[^/]+)\/demo\.ts$/

/** Folders outside the layers; they may import from every layer. */
export const outside = /^(tools|tests|bench)\/|^[^/]+\.ts$/

/**
 * Folders of `packages/host/src` by layer, from the top down. A folder may import those below it, also of its own layer,
 * and no other; `host.ts` and `index.ts` stand above all of them.
 */
export const hostLayers = [
  { layer: 'start', folders: ['boot'] },
  {
    layer: 'plugins',
    folders: [
      'readiness',
      'notifications',
      'exports',
      'workspace-storage',
      'plugin-data',
      'operator-settings',
      'brand',
      'config',
      'dns-inbound',
      'smtp-inbound',
      'workspace-transfer',
      'move',
      'backup',
      'workspace-data',
      'records',
      'plugins',
      'models',
      'tls',
    ],
  },
  { layer: 'pipeline', folders: ['api', 'openapi', 'pipeline'] },
  {
    layer: 'domain services',
    folders: [
      'changesets',
      'events',
      'background-work',
      'settings',
      'audit',
      'uploads',
      'live',
      'idempotency',
      'identity',
      'mail',
      'jobs',
      'email-templates',
      'plans',
      'domain-changes',
    ],
  },
  { layer: 'security and observability', folders: ['blobs', 'security', 'observability'] },
  { layer: 'http', folders: ['request', 'http'] },
  { layer: 'database', folders: ['database'] },
  { layer: 'support', folders: ['surface', 'declared', 'support'] },
] as const
