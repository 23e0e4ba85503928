package main

import (
	"os"

	cdx "github.com/CycloneDX/cyclonedx-go"
)

// writeSBOM writes the components of a release in CycloneDX's JSON, the same bytes for the same components.
func writeSBOM(file, version string, found []component) error {
	bom := cdx.NewBOM()
	bom.Metadata = &cdx.Metadata{Component: &cdx.Component{
		Type: cdx.ComponentTypeApplication, BOMRef: "engram", Name: "engram", Version: version, Licenses: licences("Apache-2.0"),
	}}
	var all []cdx.Component
	for _, c := range found {
		ref := c.URL
		if ref == "" {
			ref = c.Name
		}
		all = append(all, cdx.Component{
			Type: cdx.ComponentTypeLibrary, BOMRef: ref, Name: c.Name, Version: c.Version, PackageURL: c.URL, Licenses: licences(c.Licence),
		})
	}
	bom.Components = &all
	out, err := os.Create(file)
	if err != nil {
		return err
	}
	defer out.Close()
	if err := cdx.NewBOMEncoder(out, cdx.BOMFileFormatJSON).SetPretty(true).Encode(bom); err != nil {
		return err
	}
	return out.Close()
}

func licences(expression string) *cdx.Licenses {
	return &cdx.Licenses{{Expression: expression}}
}
