import { hostWeb } from '@host/plugin-sdk/vite'
import { defaultClientConditions, defineConfig } from 'vite'

export default defineConfig({
  resolve: { conditions: ['source', ...defaultClientConditions] },
  plugins: [hostWeb({ editions: ['src/edition.ts', '../server/src/edition.ts'] })],
  build: {
    target: 'baseline-widely-available',
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    reportCompressedSize: false,
  },
})
