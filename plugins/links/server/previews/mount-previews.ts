import { changePicture, readPicture, removePicture, suggestPreview } from '../../shared.ts'
import type { LinksMux, Parts } from '../parts.ts'
import { changePictureOf, readPictureOf, removePictureOf } from './change-picture.ts'
import { PreviewSuggestions } from './suggest-preview.ts'

/** Routes of previews; their texts are settings of a link. */
export function mountPreviews(mux: LinksMux, parts: Parts): void {
  const suggestions = new PreviewSuggestions(parts)
  mux.upload(changePicture, (scope) => changePictureOf(parts, scope, scope.params.id))
  mux.endpoint(removePicture, (scope) => removePictureOf(parts, scope, scope.params.id))
  mux.endpoint(readPicture, (scope) => readPictureOf(parts, scope, scope.params))
  mux.endpoint(suggestPreview, (scope) => suggestions.of(scope, scope.params.id))
}
