import { allowImageSender, listImageSenders, readFrame, readRemoteImage, removeImageSender } from '../../shared.ts'
import type { MailMux, Parts } from '../parts.ts'
import { frameDocument } from './frame-document.ts'
import { allowSender, imageSendersPage, removeSender } from './image-senders.ts'
import { RemoteImages } from './remote-image.ts'

/** Routes by which pages show the HTML of emails. */
export function mountImages(mux: MailMux, parts: Parts): void {
  const images = new RemoteImages(parts)
  mux.endpoint(readFrame, () => frameDocument())
  mux.endpoint(readRemoteImage, (scope) => images.read(scope, scope.params.id, scope.input.url))
  mux.endpoint(listImageSenders, (scope) => imageSendersPage(scope, scope.input))
  mux.endpoint(allowImageSender, (scope) => allowSender(scope, scope.input.emailId))
  mux.endpoint(removeImageSender, (scope) => removeSender(scope, scope.params.id))
}
