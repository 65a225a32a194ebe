/** The two shells and the pages before sign-in. */
export { App } from './App.tsx'
export type { AppProps } from './App.tsx'
