import { lazyPage } from '../lazy-page.ts'
import { defineUIPlugin } from '../ui-plugin.ts'

const sample = lazyPage(async () => ({ default: (await import('./SampleWidget.tsx')).SampleWidget }))

/** The one plugin of the gallery: what the components that show plugins have to show. */
export const galleryPlugin = defineUIPlugin({
  name: 'gallery',
  routes: [{ path: '/sample', Component: sample }],
  widgets: [{ slot: 'overview.main', Component: sample }],
})
