import { checkPlugin } from '@host/testing'

await checkPlugin(import.meta.dirname)
