/**
 * Every suite of the repository, in run order: fast failures first. A test file belongs to exactly one suite;
 * `test-suites.test.ts` proves it.
 */
export type Suite =
  | {
      readonly kind: 'node' | 'web'
      readonly name: string
      readonly files: readonly string[]
      readonly minutes: number
      /** Runs in the second or third lane: for suites that wait more than they compute. */
      readonly isBeside?: boolean
      /** The name of a suite that must have ended before. */
      readonly after?: string
    }
  | {
      readonly kind: 'command'
      readonly name: string
      readonly command: readonly string[]
      readonly minutes: number
      /** Runs beside the suites that follow, and not before them. */
      readonly isBeside?: boolean
      readonly after?: string
    }

/** Minutes after which the whole run is ended; the sum of the suites' limits is lower. */
export const runMinutes = 88

/** How many times as long everything may take in a soak. */
export const soakFactor = 20

export const suites: readonly Suite[] = [
  {
    kind: 'command',
    name: 'types of the server',
    command: ['node_modules/.bin/tsc', '-p', 'tsconfig.server.json'],
    minutes: 1,
  },
  {
    kind: 'command',
    name: 'types of the web',
    command: ['node_modules/.bin/tsc', '-p', 'tsconfig.web.json'],
    minutes: 1,
  },
  {
    kind: 'command',
    name: 'build',
    command: ['node', '--conditions=source', 'packages/cli/src/compose/main.ts'],
    minutes: 4,
    isBeside: true,
  },
  { kind: 'command', name: 'checks', command: ['node', 'tools/check.ts'], minutes: 6, isBeside: true, after: 'build' },
  { kind: 'node', name: 'tools', files: ['tools/**/*.test.ts'], minutes: 4 },
  { kind: 'node', name: 'packages/plugin', files: ['packages/plugin/src/**/*.test.ts'], minutes: 2 },
  { kind: 'node', name: 'packages/client', files: ['packages/client/src/**/*.test.ts'], minutes: 2 },
  { kind: 'node', name: 'packages/dns', files: ['packages/dns/src/**/*.test.ts'], minutes: 2 },
  { kind: 'node', name: 'packages/email', files: ['packages/email/src/**/*.test.ts'], minutes: 3 },
  {
    kind: 'node',
    name: 'packages/host/a-h',
    files: ['packages/host/src/*.test.ts', 'packages/host/src/[a-h]*/**/*.test.ts'],
    minutes: 10,
  },
  { kind: 'node', name: 'packages/cli', files: ['packages/cli/src/**/*.test.ts'], minutes: 8, isBeside: true },
  { kind: 'node', name: 'packages/host/i-z', files: ['packages/host/src/[i-z]*/**/*.test.ts'], minutes: 10 },
  { kind: 'node', name: 'bench', files: ['bench/**/*.test.ts'], minutes: 6, isBeside: true },
  { kind: 'node', name: 'packages/testing', files: ['packages/testing/src/**/*.test.ts'], minutes: 3, isBeside: true },
  {
    kind: 'node',
    name: 'plugins/a-l',
    files: ['plugins/[a-l]*/*.test.ts', 'plugins/[a-l]*/{server,shared}/**/*.test.ts'],
    minutes: 6,
    isBeside: true,
  },
  {
    kind: 'node',
    name: 'plugins/m-z',
    files: ['plugins/[m-z]*/*.test.ts', 'plugins/[m-z]*/{server,shared}/**/*.test.ts'],
    minutes: 6,
    isBeside: true,
  },
  { kind: 'node', name: 'apps/server', files: ['apps/server/src/**/*.test.ts'], minutes: 1, isBeside: true },
  {
    kind: 'node',
    name: 'examples',
    files: ['examples/*/*.test.ts', 'examples/*/test/**/*.test.ts'],
    minutes: 2,
    isBeside: true,
  },
  {
    kind: 'web',
    name: 'web',
    files: [
      'packages/{plugin-sdk,shell}/src/**/*.test.{ts,tsx}',
      'apps/web/src/**/*.test.{ts,tsx}',
      'plugins/*/web/**/*.test.{ts,tsx}',
      'examples/*/web/**/*.test.{ts,tsx}',
    ],
    minutes: 9,
  },
  { kind: 'node', name: 'tests/spec/01-02', files: ['tests/spec/0[12]/**/*.test.ts'], minutes: 10 },
  { kind: 'node', name: 'tests/spec/03-04', files: ['tests/spec/0[34]/**/*.test.ts'], minutes: 10 },
  { kind: 'node', name: 'tests/spec/05/a-n', files: ['tests/spec/05/[a-n]*.test.ts'], minutes: 8, isBeside: true },
  { kind: 'node', name: 'tests/spec/05/o-z', files: ['tests/spec/05/[o-z]*.test.ts'], minutes: 8, isBeside: true },
  { kind: 'node', name: 'tests/spec/07-08', files: ['tests/spec/0[78]/**/*.test.ts'], minutes: 10 },
  {
    kind: 'node',
    name: 'tests/spec/05-06',
    files: ['tests/spec/05/*/**/*.test.ts', 'tests/spec/06/**/*.test.ts'],
    minutes: 10,
    isBeside: true,
  },
  { kind: 'node', name: 'tests/spec/09', files: ['tests/spec/09/**/*.test.ts'], minutes: 8, isBeside: true },
  {
    kind: 'node',
    name: 'tests/e2e a-e',
    after: 'build',
    files: ['tests/e2e/{accounts,addresses,agents,approvals,chunks,clicks,dates,dialogs,ended-session}.test.ts'],
    minutes: 8,
  },
  {
    kind: 'node',
    name: 'tests/e2e e-h',
    after: 'build',
    files: ['tests/e2e/{expectations,faults,first-*,gates,help,lists}.test.ts'],
    minutes: 8,
  },
  {
    kind: 'node',
    name: 'tests/e2e from source',
    after: 'build',
    files: ['tests/e2e/{dev,dev-plugin,gallery,hostile-help,reading-pane,scaffold}.test.ts'],
    minutes: 10,
    isBeside: true,
  },
  {
    kind: 'node',
    name: 'tests/e2e executable',
    after: 'build',
    files: ['tests/e2e/{chroot,license-verifier,openapi,workers}.test.ts'],
    minutes: 4,
    isBeside: true,
  },
  {
    kind: 'node',
    name: 'tests/e2e pages',
    after: 'build',
    files: ['tests/e2e/{keyboard,links,live,pages,public-pages,screen-reader}.test.ts'],
    minutes: 8,
  },
  {
    kind: 'node',
    name: 'tests/e2e of domains',
    after: 'build',
    files: ['tests/e2e/{domains,mail,platform-services,zones}.test.ts'],
    minutes: 8,
  },
  {
    kind: 'node',
    name: 'tests/e2e of authors',
    // Both develop plugins in this checkout.
    after: 'tests/e2e from source',
    files: ['tests/e2e/{crm,dev-plugins,guide}.test.ts'],
    minutes: 8,
    isBeside: true,
  },
]
