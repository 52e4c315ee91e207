// A label that a screen reader announces with the name of the file, since every file has the same fields.

export function FileLabel({ what, name }: { what: string; name: string }) {
  return (
    <>
      {what}
      <span className="sr-only"> of {name}</span>
    </>
  );
}
