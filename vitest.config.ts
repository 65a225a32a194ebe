import { defineConfig } from 'vitest/config'
import { suites } from './tools/test-suites.ts'

const conditions = ['source', 'module', 'browser', 'development|production']

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic' } },
  resolve: { conditions, dedupe: ['react', 'react-dom'] },
  ssr: { resolve: { conditions } },
  test: {
    environment: 'happy-dom',
    include: suites.flatMap((suite) => (suite.kind === 'web' ? suite.files : [])),
    restoreMocks: true,
    unstubGlobals: true,
  },
})
