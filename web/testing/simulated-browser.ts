// What the simulated browser lacks: modal dialogs, media queries, scrolling and view transitions, each as small as the app needs.
HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
  this.open = true;
};
HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
  if (!this.open) return;
  this.open = false;
  this.dispatchEvent(new Event('close'));
};
window.matchMedia ??= (query) =>
  Object.assign(new EventTarget(), {
    matches: false,
    media: query,
    onchange: null,
    addListener: () => {},
    removeListener: () => {},
  });
window.scrollTo = () => {};
Element.prototype.scrollIntoView ??= () => {};
URL.createObjectURL ??= () => 'blob:file';
URL.revokeObjectURL ??= () => {};

for (const [name, content] of [
  ['product-name', 'Remembrance'],
  ['support-email', 'support@example.org'],
  ['public-url', 'https://remembrance.example'],
] as const)
  document.head.append(Object.assign(document.createElement('meta'), { name, content }));
