; Inno Setup: installer for one user, without rights of an administrator. Not built on Linux; see windows_installer.py,
; which calls ISCC with /DVersion, /DSource (the frozen program), /DOutput and /DIcon, and /Ssign=… where there is a
; certificate.

#ifndef Version
  #error "Version is given by packaging/build.py"
#endif

[Setup]
AppId={{6B0E0C57-5C0B-4C39-8E9C-0A7C2F6C7D11}
AppName=SDCDesk
AppVersion={#Version}
AppVerName=SDCDesk {#Version}
DefaultDirName={autopf}\SDCDesk
DefaultGroupName=SDCDesk
DisableProgramGroupPage=yes
PrivilegesRequired=lowest
PrivilegesRequiredOverridesAllowed=commandline
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
ChangesAssociations=yes
LicenseFile={#Source}\licences\sdcdesk\LICENSE
SetupIconFile={#Icon}
UninstallDisplayIcon={app}\sdcdesk-gui.exe
OutputDir={#Output}
OutputBaseFilename=sdcdesk-{#Version}-windows-x86_64
Compression=lzma2/max
SolidCompression=yes
CloseApplications=yes
#ifdef Sign
SignTool=sign
SignedUninstaller=yes
#endif

[Files]
Source: "{#Source}\*"; DestDir: "{app}"; Flags: ignoreversion recursesubdirs createallsubdirs

[InstallDelete]
; An upgrade leaves no libraries of the version before it.
Type: filesandordirs; Name: "{app}\_internal"
Type: filesandordirs; Name: "{app}\licences"

[Icons]
Name: "{autoprograms}\SDCDesk"; Filename: "{app}\sdcdesk-gui.exe"

[Registry]
Root: HKA; Subkey: "Software\Classes\.sdcdesk"; ValueType: string; ValueData: "SDCDesk.Project"; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\SDCDesk.Project"; ValueType: string; ValueData: "SDCDesk project"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\SDCDesk.Project\DefaultIcon"; ValueType: string; ValueData: "{app}\sdcdesk-gui.exe,0"
Root: HKA; Subkey: "Software\Classes\SDCDesk.Project\shell\open\command"; ValueType: string; ValueData: """{app}\sdcdesk-gui.exe"" ""%1"""

[Run]
Filename: "{app}\sdcdesk-gui.exe"; Description: "Start SDCDesk"; Flags: postinstall nowait skipifsilent
