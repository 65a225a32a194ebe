import { hostWeb } from '@host/plugin-sdk/vite'
import { defaultClientConditions, defineConfig } from 'vite'

const shell = '../../packages/shell/src'

export default defineConfig({
  resolve: { conditions: ['source', ...defaultClientConditions] },
  plugins: [
    hostWeb({
      editions: ['src/edition.ts', '../server/src/edition.ts'],
      starts: {
        admin: {
          modules: ['src/edition.ts', `${shell}/session/SignedIn.tsx`, `${shell}/dashboard/Dashboard.tsx`],
          calls: ['/api/auth/me', '/api/menus'],
        },
        instance: {
          modules: ['src/edition.ts', `${shell}/session/SignedIn.tsx`, `${shell}/console/Console.tsx`],
          calls: ['/api/auth/me', '/api/instance/menus'],
        },
      },
    }),
  ],
  build: {
    target: 'baseline-widely-available',
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    // Every browser of the target preloads modules by itself.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { input: ['index.html', 'public.html'] },
  },
})
