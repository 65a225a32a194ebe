import { lazyPage } from '../lazy-page.ts'
import { defineUIPlugin } from '../ui-plugin.ts'

const sample = lazyPage(async () => ({ default: (await import('./SampleWidget.tsx')).SampleWidget }))

/** The only plugin of the gallery, shown by components that render plugins. */
export const galleryPlugin = defineUIPlugin({
  name: 'gallery',
  routes: [{ path: '/sample', Component: sample }],
  widgets: [{ slot: 'overview.main', Component: sample }],
})
