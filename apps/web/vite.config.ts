import { hostWeb } from '@host/plugin-sdk/vite'
import { defaultClientConditions, defineConfig } from 'vite'

export default defineConfig({
  resolve: { conditions: ['source', ...defaultClientConditions] },
  plugins: [hostWeb({ editions: ['src/edition.ts', '../server/src/edition.ts'] })],
  build: { target: 'baseline-widely-available', reportCompressedSize: false },
})
