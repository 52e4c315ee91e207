// The Privacy Policy. It claims only what is built.
import { LegalText } from './legal-text.tsx';
import { privacyOfPeople } from './privacy-of-people.tsx';
import { privacyOfStorage } from './privacy-of-storage.tsx';

export default function PrivacyPage() {
  return (
    <LegalText
      title="Privacy Policy"
      summary="We store what a vault needs and nothing for our own use. We do not sell data, show advertising or follow you around the web. We show the content of a vault only to you and, after the release, to your recipient."
      sections={[...privacyOfStorage, ...privacyOfPeople]}
    />
  );
}
