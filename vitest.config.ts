import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { suites } from './tools/test-suites.ts'

const conditions = ['source', 'module', 'browser', 'development|production']
const files = globSync(
  suites.flatMap((suite) => (suite.kind === 'web' ? suite.files : [])),
  { exclude: (path) => path.includes('node_modules') },
)
/** Files that mock modules. Each loads its own copies; all other files share theirs. */
const mocking = files.filter((path) => readFileSync(path, 'utf8').includes('vi.mock('))

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic' } },
  resolve: { conditions, dedupe: ['react', 'react-dom'] },
  ssr: { resolve: { conditions } },
  test: {
    environment: 'happy-dom',
    environmentOptions: { happyDOM: { width: 1440, height: 900 } },
    setupFiles: ['apps/web/vitest-setup.ts'],
    restoreMocks: true,
    unstubGlobals: true,
    projects: [
      {
        extends: true,
        test: { name: 'together', isolate: false, include: files.filter((path) => !mocking.includes(path)) },
      },
      { extends: true, test: { name: 'apart', include: mocking } },
    ],
  },
})
