/** A sign-in at the issuer that cannot succeed. The message is for the user. */
export class OidcError extends Error {
  override readonly name = "OidcError";
}
