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
      /** Further variables of the environment. */
      readonly environment?: Readonly<Record<string, string>>
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

/** Tests on databases that were made by the other product and moved. */
const moved = { HOST_TEST_MOVED: '1' } as const

export const suites: readonly Suite[] = [
  // One checker each: several work out the same types again, and other suites use the remaining cores.
  {
    kind: 'command',
    name: 'types of the server',
    command: ['node_modules/.bin/tsc', '-p', 'tsconfig.server.json', '--checkers', '1'],
    minutes: 3,
    isBeside: true,
  },
  {
    kind: 'command',
    name: 'types of the web',
    command: ['node_modules/.bin/tsc', '-p', 'tsconfig.web.json', '--checkers', '1'],
    minutes: 2,
    isBeside: true,
  },
  {
    kind: 'command',
    name: 'build',
    command: ['node', '--max-semi-space-size=64', '--conditions=source', 'packages/cli/src/compose/main.ts'],
    minutes: 4,
    isBeside: true,
  },
  { kind: 'command', name: 'checks', command: ['node', 'tools/check.ts'], minutes: 8, isBeside: true, after: 'build' },
  { kind: 'node', name: 'tools', files: ['tools/**/*.test.ts'], minutes: 4 },
  { kind: 'node', name: 'packages/plugin', files: ['packages/plugin/src/**/*.test.ts'], minutes: 2 },
  { kind: 'node', name: 'packages/client', files: ['packages/client/src/**/*.test.ts'], minutes: 2 },
  { kind: 'node', name: 'packages/dns', files: ['packages/dns/src/**/*.test.ts'], minutes: 4 },
  { kind: 'node', name: 'packages/acme', files: ['packages/acme/src/**/*.test.ts'], minutes: 3 },
  { kind: 'node', name: 'packages/email', files: ['packages/email/src/**/*.test.ts'], minutes: 3 },
  { kind: 'node', name: 'packages/inspect', files: ['packages/inspect/src/**/*.test.ts'], minutes: 1 },
  {
    kind: 'node',
    name: 'packages/host/a-h',
    files: ['packages/host/src/*.test.ts', 'packages/host/src/[a-h]*/**/*.test.ts'],
    minutes: 10,
  },
  {
    kind: 'node',
    name: 'packages/cli/a-c',
    files: ['packages/cli/src/*.test.ts', 'packages/cli/src/[a-c]*/**/*.test.ts'],
    minutes: 6,
    isBeside: true,
  },
  {
    kind: 'node',
    name: 'packages/cli/d-z',
    files: ['packages/cli/src/[d-z]*/**/*.test.ts'],
    minutes: 6,
    isBeside: true,
  },
  { kind: 'node', name: 'packages/host/i-z', files: ['packages/host/src/[i-z]*/**/*.test.ts'], minutes: 10 },
  { kind: 'node', name: 'bench', files: ['bench/**/*.test.ts'], minutes: 8, isBeside: true },
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
  {
    kind: 'node',
    name: 'tests/spec/composition, contract',
    files: ['tests/spec/{composition,contract}/**/*.test.ts'],
    minutes: 10,
    // The sample of a moved instance; a soak has all of the specification.
    environment: moved,
  },
  {
    kind: 'node',
    name: 'tests/spec/idempotency, routing',
    files: ['tests/spec/{idempotency,routing}/**/*.test.ts'],
    minutes: 10,
  },
  {
    kind: 'node',
    name: 'tests/spec/access/a-n',
    files: ['tests/spec/access/[a-n]*.test.ts'],
    minutes: 8,
    isBeside: true,
  },
  {
    kind: 'node',
    name: 'tests/spec/access/o-z',
    files: ['tests/spec/access/[o-z]*.test.ts'],
    minutes: 8,
    isBeside: true,
  },
  { kind: 'node', name: 'tests/spec/errors, limits', files: ['tests/spec/{errors,limits}/**/*.test.ts'], minutes: 10 },
  {
    kind: 'node',
    name: 'tests/spec/access folders, background',
    files: ['tests/spec/access/*/**/*.test.ts', 'tests/spec/background/**/*.test.ts'],
    minutes: 10,
    isBeside: true,
  },
  {
    kind: 'node',
    name: 'tests/spec/agents, versions',
    files: ['tests/spec/{agents,versions}/**/*.test.ts'],
    minutes: 10,
    isBeside: true,
  },
  // Browser tests are sorted into lanes by their names: `<name>.source.test.ts` starts the product from its source,
  // `<name>.executable.test.ts` runs the executable without a browser, `<name>.author.test.ts` develops plugins in this
  // checkout, and any other looks at the pages of the executable.
  { kind: 'node', name: 'tests/e2e a-d', after: 'build', files: ['tests/e2e/[a-d]*([a-z-]).test.ts'], minutes: 8 },
  { kind: 'node', name: 'tests/e2e e-h', after: 'build', files: ['tests/e2e/[e-h]*([a-z-]).test.ts'], minutes: 8 },
  {
    kind: 'node',
    name: 'tests/e2e from source a-d',
    after: 'build',
    files: ['tests/e2e/[a-d]*.source.test.ts'],
    minutes: 10,
    isBeside: true,
  },
  {
    kind: 'node',
    name: 'tests/e2e from source e-z',
    // Both develop in this checkout.
    after: 'tests/e2e from source a-d',
    files: ['tests/e2e/[e-z]*.source.test.ts'],
    minutes: 8,
    isBeside: true,
  },
  {
    kind: 'node',
    name: 'tests/e2e executable',
    after: 'build',
    files: ['tests/e2e/*.executable.test.ts'],
    minutes: 4,
    isBeside: true,
  },
  { kind: 'node', name: 'tests/e2e i-o', after: 'build', files: ['tests/e2e/[i-o]*([a-z-]).test.ts'], minutes: 7 },
  { kind: 'node', name: 'tests/e2e p-z', after: 'build', files: ['tests/e2e/[p-z]*([a-z-]).test.ts'], minutes: 9 },
  {
    kind: 'node',
    name: 'tests/e2e of authors',
    // It develops plugins in this checkout, as the tests from source do.
    after: 'tests/e2e from source e-z',
    files: ['tests/e2e/*.author.test.ts'],
    minutes: 8,
    isBeside: true,
  },
]

/** The suites of a soak: the same, and the specification's tests once more on moved instances. */
export const soakSuites: readonly Suite[] = [
  ...suites,
  ...suites
    .filter((suite) => suite.kind === 'node' && suite.name.startsWith('tests/spec/') && suite.environment === undefined)
    .map((suite) => ({ ...suite, name: `${suite.name}, moved`, environment: moved })),
]
