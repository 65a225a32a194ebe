/** A page of the reference: the exports for an audience that are declared in its files. */
export type Theme = {
  readonly slug: string
  readonly title: string
  readonly files: RegExp
  /** Only exports that in-tree plugins alone can import; left out on the pages for authors, which have none of them. */
  readonly audience?: 'platform'
}

const inPlugin = (names: string): RegExp => new RegExp(`^packages/plugin/src/(?:${names})\\.ts$`)
/** In the SDK, or in the package whose types it passes on. */
const inSdk = (folders: string): RegExp =>
  new RegExp(`^packages/(?:plugin-sdk|platform-api)/src/(?:${folders})(?:/|\\.tsx?$)`)

/** The pages in the order of their list; a file belongs to the first that names it. */
export const themes: readonly Theme[] = [
  {
    slug: 'plugin',
    title: 'Plugin declarations',
    files: inPlugin(
      'plugin|plugin-info|capabilities|menu|help|help-search-limits|merge-texts|event|job|settings-section|settings-mask|roles|display-name',
    ),
  },
  {
    slug: 'context',
    title: 'Context and scopes',
    files: inPlugin('context|scope|handler|log|service|require-service'),
  },
  {
    slug: 'routes',
    title: 'Routes and typed endpoints',
    files: inPlugin(
      'mux|endpoint|upload|download|json-schema|pattern|operation-name|host-errors|takes-agents|takes-support|issue-.*',
    ),
  },
  {
    slug: 'answers',
    title: 'Answers and problems',
    files: inPlugin(
      'answer|answer-blob|respond|stream-pages|csv|text-in-email|errors|error-catalog|external-sign-in|wire-types',
    ),
  },
  {
    slug: 'data',
    title: 'Tables and queries',
    files: inPlugin('model|column|bucket|search|database|migration|unique-violation'),
  },
  { slug: 'lists', title: 'Lists', files: inPlugin('lists/.*|zod') },
  { slug: 'resources', title: 'Resources', files: inPlugin('resource/.*') },
  {
    slug: 'limits',
    title: 'Limits, plans and versions',
    files: inPlugin('accent/.*|limits|plan-limit|plan-parts|host-name|audit-retention|version|.*deprecations?'),
  },
  { slug: 'services-changes', title: 'Services: changesets', files: inPlugin('change-kind|services/changesets') },
  {
    slug: 'services-work',
    title: 'Services: work, events and notifications',
    files: inPlugin('services/(?:audit|events|jobs|live|messaging|notifications|record-name)'),
  },
  { slug: 'services', title: 'Services: files, settings and limits', files: inPlugin('services/.*') },
  { slug: 'safehttp', title: 'Outbound requests', files: inPlugin('safehttp/.*') },
  { slug: 'signatures', title: 'Signed webhooks', files: inPlugin('signatures/.*') },
  {
    slug: 'sdk-plugin',
    title: 'Web declarations',
    files: inSdk('ui-plugin|lazy-page|plugin-gate|commands|breadcrumbs'),
  },
  { slug: 'sdk-data', title: 'Calls and live data', files: inSdk('query|hooks|live|jobs|session|preferences') },
  {
    slug: 'sdk-pages',
    title: 'Navigation, languages and themes',
    files: inSdk('navigation|i18n|icons|illustrations|accent|codes'),
  },
  { slug: 'sdk-components', title: 'Components', files: inSdk('components') },
  {
    slug: 'public-pages',
    title: 'Public pages',
    files: /^packages\/(?:plugin\/src\/(?:public-page|services\/page-hosts)\.ts$|plugin-sdk\/src\/public\/)/,
  },
  { slug: 'sdk-forms', title: 'Forms and dates', files: inSdk('forms|fields|dates|uploads|imports') },
  { slug: 'sdk-tables', title: 'Tables, boards and charts', files: inSdk('table|board|charts') },
  { slug: 'sdk-resources', title: 'Pages of resources and changesets', files: inSdk('resource|changesets') },
  { slug: 'sdk-testing', title: 'Testing pages', files: inSdk('testing') },
  { slug: 'client', title: 'Typed calls', files: /^packages\/client\/src\// },
  { slug: 'testing', title: 'Testing plugins', files: /^packages\/testing\/src\// },
  {
    slug: 'platform-identity',
    title: 'Platform: people, sessions and workspaces',
    files: inPlugin(
      'platform/(?:external-identities|guards|identity|invitations|people|profile|recovery|second-factors|sign-in|workspace-.*)',
    ),
    audience: 'platform',
  },
  {
    slug: 'platform-consoles',
    title: 'Platform: consoles, help and the API',
    files: inPlugin('platform/.*'),
    audience: 'platform',
  },
  {
    slug: 'platform-parts',
    title: 'Platform: answers, patterns and texts',
    files: inPlugin('.*'),
    audience: 'platform',
  },
]
