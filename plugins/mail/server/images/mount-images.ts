import { readFrame, readRemoteImage } from '../../shared.ts'
import type { MailMux, Parts } from '../parts.ts'
import { frameDocument } from './frame-document.ts'
import { RemoteImages } from './remote-image.ts'

/** Routes by which pages show the HTML of emails. */
export function mountImages(mux: MailMux, parts: Parts): void {
  const images = new RemoteImages(parts)
  mux.endpoint(readFrame, () => frameDocument())
  mux.endpoint(readRemoteImage, (scope) => images.read(scope, scope.params.id, scope.input.url))
}
